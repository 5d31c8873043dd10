#include "runtime/background.hpp"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <deque>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>

#include "cpu/placement/affinity.hpp"
#include "runtime/device/device_tuning.hpp"
#include "runtime/fork_locks.hpp"

namespace ndweave::detail {
namespace {

/// Never destroyed.
struct background {
    std::mutex mutex;
    std::deque<std::function<void()>> work;  // the first one runs
    bool running = false;                    // a thread is there
    processor_list processors;
};

background& the_background() {
    static auto& one = *new background;
    return one;
}

[[gnu::constructor]] void hold_at_forks() {
    hold_while_forking(fork_lock::background,
                       {&the_background(), [](void* b) { static_cast<background*>(b)->mutex.lock(); },
                        [](void* b) { static_cast<background*>(b)->mutex.unlock(); },
                        [](void* b) {
                            static_cast<background*>(b)->mutex.unlock();
                            std::construct_at(&static_cast<background*>(b)->mutex);
                            static_cast<background*>(b)->running = false;
                        }});
}

void serve() {
    // Only matters for speed: where the system refuses, it stays as it is.
    static_cast<void>(setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), device_tuning::background_niceness));
    use_background_processors();
    background& b = the_background();
    std::unique_lock lock(b.mutex);
    while (!b.work.empty()) {
        const auto& first = b.work.front();
        lock.unlock();
        first();
        lock.lock();
        b.work.pop_front();
    }
    b.running = false;
}

/// So that the library is there as long as the thread is, should the program close it.
void keep_library() {
    Dl_info here{};
    if (dladdr(reinterpret_cast<const void*>(&keep_library), &here) == 0) return;
    static_cast<void>(dlopen(here.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE));
}

/// With all signals blocked: they are for the program's own threads.
bool start_thread(std::function<void()> work) {
    keep_library();
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = true;
    try {
        std::thread(std::move(work)).detach();
    } catch (const std::system_error&) {
        started = false;  // the system has no more threads
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return started;
}

}  // namespace

void run_in_background(std::function<void()> work) {
    background& b = the_background();
    const std::lock_guard lock(b.mutex);
    b.work.push_back(std::move(work));
    if (b.running) return;
    b.running = start_thread(serve);
}

bool run_beside(std::function<void()> work) { return start_thread(std::move(work)); }

void set_background_processors(const processor_list& processors) {
    const std::lock_guard lock(the_background().mutex);
    the_background().processors = processors;
}

void use_background_processors() {
    const std::lock_guard lock(the_background().mutex);
    if (const processor_list& all = the_background().processors; !all.empty())
        static_cast<void>(affinity_mask(all).apply());  // refused: the thread runs where it did
}

}  // namespace ndweave::detail
