/// Native objects of plugins and access between their devices; and plugins without entries for them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "plugin_adapter.hpp"
#include "runtime/error_of.hpp"

namespace ndweave::detail {
namespace {

using ::ndweave::testing::error_of;
using ::ndweave::testing::recorded;

using call_list = std::vector<std::string>;

TEST_F(PluginAdapter, NativeObjectsAreThePlugins) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    EXPECT_NE(queue->native().value_or(nullptr), nullptr);
    EXPECT_NE(device->native(native_kind::device).value_or(nullptr), nullptr);
    EXPECT_FALSE(device->native(native_kind::context));
    int x = 0;
    const auto memory = device->native_memory(&x);
    ASSERT_TRUE(memory);
    EXPECT_EQ(memory->object, &x);
    EXPECT_EQ(memory->offset, 40u);
    EXPECT_EQ(recorded().calls, call_list({"queue_native", "device_native", "memory_native"}));
}

TEST_F(PluginAdapter, NativeObjectsThatThePluginFailsToGiveAreErrors) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    const auto fails = [&](const char* what, const auto& f) {
        recorded().next_status = NDW_DEVICE_LOST;
        const exception e = error_of(f);
        EXPECT_EQ(e.code(), errc::runtime);
        EXPECT_NE(std::string(e.what()).find(what), std::string::npos) << e.what();
    };
    fails("native queue of recorder", [&] { queue->native(); });
    fails("native device of recorder", [&] { device->native(native_kind::device); });
    fails("native memory of a pointer on recorder", [&] { device->native_memory(nullptr); });
}

TEST_F(PluginAdapter, DevicesOfOnePluginAccessEachOther) {
    const auto device = make_device();
    const auto peer = std::make_shared<plugin_device>(plugin_, 1);
    EXPECT_TRUE(device->can_access(*peer, false));
    EXPECT_FALSE(peer->can_access(*device, true));
    EXPECT_FALSE(device->can_access(*device, false));
    device->set_access(*peer, true);
    device->set_access(*peer, false);
    EXPECT_EQ(recorded().calls,
              call_list({"can_access_peer 0 1", "can_access_peer 1 0", "access_peer 1", "access_peer 0"}));
    recorded().next_status = NDW_DRIVER_ERROR;
    const exception e = error_of([&] { device->set_access(*peer, true); });
    EXPECT_NE(std::string(e.what()).find("access of recorder to memory of recorder"), std::string::npos) << e.what();
    ndw_plugin other = plugin_;
    EXPECT_FALSE(device->can_access(plugin_device(other, 0), false));
}

TEST_F(PluginAdapter, MemoryIsNamedToOtherProcesses) {
    const auto device = make_device();
    EXPECT_TRUE(device->has_ipc());
    int x = 0;
    const auto named = device->ipc_handle(&x);
    ASSERT_TRUE(named);
    EXPECT_EQ(device->open_ipc(*named), &x);
    device->close_ipc(&x);
    EXPECT_EQ(recorded().calls, call_list({"ipc_handle", "ipc_open", "ipc_close"}));
    const auto fails = [&](const char* what, const auto& f) {
        recorded().next_status = NDW_DRIVER_ERROR;
        EXPECT_NE(std::string(error_of(f).what()).find(what), std::string::npos);
    };
    fails("cannot share memory of recorder with other processes", [&] { device->ipc_handle(&x); });
    fails("cannot open memory of another process on recorder", [&] { device->open_ipc(*named); });
    fails("cannot close memory of another process on recorder", [&] { device->close_ipc(&x); });
}

TEST_F(PluginAdapter, WithoutEntriesNoMemoryIsNamedToOtherProcesses) {
    plugin_.memory_ipc_handle = nullptr;
    plugin_.memory_ipc_open = nullptr;
    plugin_.memory_ipc_close = nullptr;
    const auto device = make_device();
    EXPECT_FALSE(device->has_ipc());
    int x = 0;
    EXPECT_FALSE(device->ipc_handle(&x));
    EXPECT_EQ(device->open_ipc({}), nullptr);
    device->close_ipc(&x);
    EXPECT_EQ(recorded().calls, call_list());
}

TEST_F(PluginAdapter, WithoutEntriesThereIsNothingNativeAndNoAccess) {
    plugin_.queue_native = nullptr;
    plugin_.device_native = nullptr;
    plugin_.memory_native = nullptr;
    plugin_.device_can_access_peer = nullptr;
    plugin_.device_access_peer = nullptr;
    const auto device = make_device();
    const auto peer = std::make_shared<plugin_device>(plugin_, 1);
    const auto queue = device->make_queue(false);
    EXPECT_FALSE(queue->native());
    EXPECT_FALSE(device->native(native_kind::device));
    EXPECT_FALSE(device->native_memory(&queue));
    EXPECT_FALSE(device->can_access(*peer, false));
    device->set_access(*peer, true);
    EXPECT_EQ(recorded().calls, call_list());
}

}  // namespace
}  // namespace ndweave::detail
