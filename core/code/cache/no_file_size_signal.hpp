/// Writing beyond the process's limit on the size of files (RLIMIT_FSIZE).
#pragma once

#include <pthread.h>

#include <cerrno>
#include <csignal>
#include <ctime>

namespace ndweave::code::cache {

/// It is an error of the call while this lives, and no signal that ends the process.
class no_file_size_signal {
public:
    no_file_size_signal() {
        ::sigemptyset(&signal_);
        ::sigaddset(&signal_, SIGXFSZ);
        sigset_t pending;
        was_pending_ = ::sigpending(&pending) == 0 && ::sigismember(&pending, SIGXFSZ) == 1;
        ::pthread_sigmask(SIG_BLOCK, &signal_, &before_);
    }
    ~no_file_size_signal() {
        const timespec at_once{};
        if (!was_pending_) {
            while (::sigtimedwait(&signal_, nullptr, &at_once) < 0 && errno == EINTR) {
            }
        }
        ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    no_file_size_signal(const no_file_size_signal&) = delete;
    no_file_size_signal& operator=(const no_file_size_signal&) = delete;

private:
    sigset_t signal_, before_;
    bool was_pending_;
};

}  // namespace ndweave::code::cache
