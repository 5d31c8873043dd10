/// Queues of plugins and of the CPU that depend on each other: nobody is blocked, and what fails ends its waiters.
#include <gtest/gtest.h>

#include <algorithm>
#include <future>

#include "plugin_adapter.hpp"
#include "runtime/device/registry.hpp"
#include "runtime/queue/queue_core.hpp"

namespace ndweave::detail {
namespace {

using ::ndweave::testing::begin_work;
using ::ndweave::testing::end_work;
using ::ndweave::testing::recorded;

class PluginDependencies : public PluginAdapter {
protected:
    static std::shared_ptr<queue_core> queue_of(std::shared_ptr<device_impl> device) {
        return std::make_shared<queue_core>(std::move(device), false, true);
    }
    static bool was_called(const char* what) { return std::ranges::count(recorded().calls, what) != 0; }

    /// All of `memory`, behind a host task of the CPU that waits for the gate.
    event fill_behind_cpu(queue_core& queue, std::promise<void>& gate) {
        const event task = cpu->submit(
            [&](handler& h) { h.host_task([opened = gate.get_future().share()] { opened.wait(); }); }, false);
        return queue.submit(
            [&](handler& h) {
                h.depends_on(task);
                h.memset(memory.data(), 7, memory.size());
            },
            false);
    }

    std::shared_ptr<queue_core> cpu = queue_of(find_device("cpu"));
    std::vector<unsigned char> memory = std::vector<unsigned char>(16);
};

TEST_F(PluginDependencies, ADeviceStartsBehindTheCpuAndNobodyIsBlocked) {
    std::promise<void> gate;
    const auto queue = queue_of(make_device());
    event filled = fill_behind_cpu(*queue, gate);
    event copied = queue->submit([&](handler& h) { h.memcpy(memory.data() + 8, memory.data(), 8); }, true);
    EXPECT_FALSE(was_called("fill 1x16"));
    EXPECT_FALSE(was_called("copy 8"));
    gate.set_value();
    copied.wait();
    filled.wait();
    const auto& calls = recorded().calls;
    EXPECT_LT(std::ranges::find(calls, "fill 1x16"), std::ranges::find(calls, "copy 8"));
    EXPECT_TRUE(was_called("copy 8"));
    // The driver's queue takes what comes when the thread has no work.
    queue->submit([&](handler& h) { h.memset(memory.data(), 7, 1); }, true);
    EXPECT_TRUE(was_called("fill 1x1"));
    cpu->wait();
}

TEST_F(PluginDependencies, PeersWaitOnTheDevice) {
    begin_work();
    const auto first = queue_of(make_device()), second = queue_of(make_device());
    const event filled = first->submit([&](handler& h) { h.memset(memory.data(), 7, 4); }, true);
    second->submit(
        [&](handler& h) {
            h.depends_on(filled);
            h.memset(memory.data(), 8, 8);
        },
        true);
    EXPECT_TRUE(was_called("wait_event"));
    EXPECT_TRUE(was_called("fill 1x8"));
    end_work();
}

TEST_F(PluginDependencies, DevicesWithoutPeerEventsWaitInAThread) {
    recorded().capabilities &= ~NDW_CAP_PEER_EVENTS;
    begin_work();
    const auto first = queue_of(make_device()), second = queue_of(make_device());
    const event filled = first->submit([&](handler& h) { h.memset(memory.data(), 7, 4); }, true);
    event behind = second->submit(
        [&](handler& h) {
            h.depends_on(filled);
            h.memset(memory.data(), 8, 8);
        },
        true);
    EXPECT_FALSE(was_called("fill 1x8"));
    end_work();
    behind.wait();
    EXPECT_TRUE(was_called("record_blocking"));
    EXPECT_FALSE(was_called("wait_event"));
    EXPECT_TRUE(was_called("fill 1x8"));
}

TEST_F(PluginDependencies, ALostDeviceEndsWhatWaitsForIt) {
    begin_work();
    const auto lost = queue_of(make_device());
    const event filled = lost->submit([&](handler& h) { h.memset(memory.data(), 7, 4); }, true);
    bool ran = false;
    event behind = cpu->submit(
        [&](handler& h) {
            h.depends_on(filled);
            h.host_task([&] { ran = true; });
        },
        false);
    end_work(NDW_DEVICE_LOST);
    for (const auto& wait :
         {std::function<void()>([&] { behind.wait(); }), std::function<void()>([&] { cpu->wait(); })}) {
        try {
            wait();
            ADD_FAILURE() << "no error";
        } catch (const exception& e) {
            EXPECT_EQ(e.code(), errc::runtime);
            EXPECT_NE(std::string(e.what()).find(
                          "a host task was not run, since what it depends on failed: work on recorder failed"),
                      std::string::npos)
                << e.what();
        }
    }
    EXPECT_FALSE(ran);
    cpu->wait();
    end_work();
}

TEST_F(PluginDependencies, ACommandThatIsRefusedLaterIsNamed) {
    std::promise<void> gate;
    const auto queue = queue_of(make_device());
    event filled = fill_behind_cpu(*queue, gate);
    recorded().failing = "fill";
    gate.set_value();
    try {
        filled.wait();
        ADD_FAILURE() << "no error";
    } catch (const exception& e) {
        EXPECT_NE(std::string(e.what()).find("cannot fill 16 bytes on recorder"), std::string::npos) << e.what();
    }
    EXPECT_THROW(queue->wait(), exception);
    recorded().failing.clear();
    queue->wait();
    cpu->wait();
}

}  // namespace
}  // namespace ndweave::detail
