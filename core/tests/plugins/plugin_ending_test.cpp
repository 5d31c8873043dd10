/// What the adapter does while the process ends, and in a child that it forked.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

#include "ndweave/exception.hpp"
#include "plugin_adapter.hpp"

namespace ndweave::detail {
namespace {

using ::ndweave::testing::recorded;

/// Runs while the process ends, behind what drivers have destroyed; what it finds is the exit status.
class last_to_go {
public:
    static last_to_go& one() {
        static last_to_go object;
        return object;
    }
    ~last_to_go() {
        if (!device) return;
        const std::size_t calls = recorded().calls.size();
        const int live = recorded().live;
        int a = 0, b = 0;
        const auto is_refused = [](const auto& f) {
            try {
                f();
                return false;
            } catch (const exception& e) {
                return e.code() == errc::runtime && std::string(e.what()).find("ending") != std::string::npos;
            }
        };
        bool right = is_refused([&] { waited->copy(&a, &b, sizeof a); }) && is_refused([&] { left->wait(); }) &&
                     is_refused([&] { device->make_queue(false); }) &&
                     is_refused([&] { device->allocate(64, 64, usm_kind::device); });
        waited->wait();  // as destructors do: nothing is under way
        device->deallocate(memory, usm_kind::device);
        waited.reset();
        left.reset();
        device.reset();
        right = right && recorded().calls.size() == calls && recorded().live == live;
        ::_exit(right ? 5 : 6);
    }

    std::shared_ptr<plugin_device> device;
    std::unique_ptr<queue_impl> waited, left;
    void* memory = nullptr;
};

TEST_F(PluginAdapter, WhatIsDestroyedBehindTheDriverGetsErrorsAndCallsItNoMore) {
    const auto leave = [&] {
        last_to_go& last = last_to_go::one();
        last.device = make_device();
        last.waited = last.device->make_queue(false);
        last.left = last.device->make_queue(false);
        last.memory = last.device->allocate(64, 64, usm_kind::device);
        int a = 0, b = 0;
        last.waited->copy(&a, &b, sizeof a);
        last.waited->wait();
        last.left->copy(&a, &b, sizeof a);
        std::exit(7);
    };
    EXPECT_EXIT(leave(), ::testing::ExitedWithCode(5), "");
}

TEST_F(PluginAdapter, WhatComesBehindTheLastKernelRunsWhileTheProcessEnds) {
    const auto leave = [&] {
        static std::shared_ptr<plugin_device> device = make_device();
        static std::unique_ptr<queue_impl> queue = device->make_queue(false);
        queue->wait();
        std::atexit([] {
            int a = 0, b = 3;
            queue->copy(&a, &b, sizeof a);
            queue->wait();
            ::_exit(a == 3 ? 5 : 6);
        });
        std::exit(7);
    };
    EXPECT_EXIT(leave(), ::testing::ExitedWithCode(5), "");
}

/// What the child of a fork comes to: 0 where `f` holds there.
template <class F>
int status_in_child(const F& f) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(f() ? 0 : 1);
    int status = -1;
    ::waitpid(child, &status, 0);
    return status;
}

template <class F>
bool is_refused_after_fork(const F& f) {
    try {
        f();
        return false;
    } catch (const exception& e) {
        return e.code() == errc::runtime && std::string(e.what()).find("forked") != std::string::npos;
    }
}

TEST_F(PluginAdapter, AForkedChildGetsErrorsAndCallsNoDriver) {
    auto device = make_device();
    auto queue = device->make_queue(true);
    const auto event = queue->record();
    int a = 0, b = 0;
    std::atomic<bool> stop = false;
    std::thread other([&] {  // holds the queue's mutex now and then, as the fork may find it
        int x = 0, y = 0;
        while (!stop) queue->copy(&x, &y, sizeof x);
    });
    for (int round = 0; round < 50; ++round) {
        EXPECT_EQ(status_in_child([&] {
                      const std::size_t calls = recorded().calls.size();
                      const int live = recorded().live;
                      const bool refused = is_refused_after_fork([&] { queue->copy(&a, &b, sizeof a); }) &&
                                           is_refused_after_fork([&] { queue->wait(); }) &&
                                           is_refused_after_fork([&] { event->wait(); }) &&
                                           is_refused_after_fork([&] { device->make_queue(false); }) &&
                                           is_refused_after_fork([&] { device->allocate(64, 64, usm_kind::device); });
                      queue.reset();
                      device.reset();
                      return refused && recorded().calls.size() == calls && recorded().live == live;
                  }),
                  0);
    }
    stop = true;
    other.join();
    queue->copy(&a, &b, sizeof a);
    // What is opened in the child only works there.
    EXPECT_EQ(status_in_child([&] {
                  const auto own = make_device();
                  own->make_queue(false)->copy(&a, &b, sizeof a);
                  return true;
              }),
              0);
}

}  // namespace
}  // namespace ndweave::detail
