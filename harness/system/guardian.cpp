#include "system/guardian.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace ndweave::harness {

namespace {

/// In the guardian: system calls only. A byte means that the group has already ended; end of file without one, that the
/// parent of this process is gone.
[[noreturn]] void watch(int line, int other_end, pid_t group, double grace) {
    setsid();  // signals from the terminal are for the others
    close(other_end);
    char word = 0;
    ssize_t got = 0;
    while ((got = read(line, &word, 1)) < 0 && errno == EINTR) {
    }
    if (got > 0) _exit(0);
    constexpr int looks_a_second = 100;
    if (grace > 0) kill(group, SIGTERM);
    for (int look = 0; look < grace * looks_a_second && kill(-group, 0) == 0; ++look)
        usleep(1'000'000 / looks_a_second);
    kill(-group, SIGKILL);
    _exit(0);
}

}  // namespace

guardian::guardian(pid_t group, double grace) {
    auto [line, own_end] = pipe_pair();
    if (!line) return;
    pid_ = fork();
    if (pid_ == 0) watch(line.get(), own_end.get(), group, grace);
    if (pid_ > 0) line_ = std::move(own_end);
}

guardian::~guardian() {
    if (pid_ <= 0) return;
    const char done = 1;
    while (write(line_.get(), &done, 1) < 0 && errno == EINTR) {
    }
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

}  // namespace ndweave::harness
