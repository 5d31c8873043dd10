/// What host tasks get of the device that their queue is of.
#include <gtest/gtest.h>

#include <string>

#include "ndweave/interop.hpp"
#include "plugin_adapter.hpp"
#include "runtime/error_of.hpp"
#include "runtime/memory/allocation_map.hpp"
#include "runtime/queue/queue_core.hpp"

namespace ndweave::detail {
namespace {

using ::ndweave::testing::error_of;
using ::ndweave::testing::recorded;

/// Queues of a recorder that calls itself a backend.
class InteropHandle : public PluginAdapter {
protected:
    interop_handle handle_of(const char* backend) {
        plugin_.backend = backend;
        device_ = make_device();
        queue_ = std::make_shared<queue_core>(device_, false, false);
        allocation_map::instance().insert(
            {reinterpret_cast<std::uintptr_t>(memory_), sizeof memory_, usm_kind::device, device_});
        return interop_access::make(*queue_);
    }
    void TearDown() override { allocation_map::instance().take(memory_); }

    std::shared_ptr<plugin_device> device_;
    std::shared_ptr<queue_core> queue_;
    char memory_[64] = {};
};

TEST_F(InteropHandle, GivesTheNativeObjectsOfItsQueue) {
    const interop_handle h = handle_of("hip");
    EXPECT_EQ(h.get_backend(), backend::hip);
    EXPECT_EQ(static_cast<void*>(h.get_native_queue<backend::hip>()), *queue_->executing().native());
    EXPECT_EQ(h.get_native_device<backend::hip>(),
              static_cast<int>(reinterpret_cast<std::intptr_t>(*device_->native(native_kind::device))));
    EXPECT_EQ(h.get_native_mem<backend::hip>(memory_ + 3), memory_ + 3);
}

TEST_F(InteropHandle, GivesBufferAndOffsetWherePointersAreNoAddresses) {
    recorded().capabilities = 0;
    const opencl_memory m = handle_of("opencl").get_native_mem<backend::opencl>(memory_ + 3);
    EXPECT_EQ(static_cast<void*>(m.buffer), memory_ + 3);  // the recorder's answer
    EXPECT_EQ(m.offset, 40u);
    EXPECT_EQ(m.svm, nullptr);
}

TEST_F(InteropHandle, GivesTheAddressOfSharedVirtualMemory) {
    recorded().capabilities = NDW_CAP_ADDRESSES;
    const opencl_memory m = handle_of("opencl").get_native_mem<backend::opencl>(memory_ + 3);
    EXPECT_EQ(m.buffer, nullptr);
    EXPECT_EQ(m.svm, memory_ + 3);
}

TEST_F(InteropHandle, RefusesOtherBackendsForeignMemoryAndWhatIsNotThere) {
    const interop_handle h = handle_of("opencl");
    EXPECT_EQ(error_of([&] { h.get_native_queue<backend::cuda>(); }).code(), errc::backend_mismatch);
    EXPECT_EQ(error_of([&] { h.get_native_mem<backend::hip>(memory_); }).code(), errc::backend_mismatch);
    EXPECT_EQ(error_of([&] { h.get_native_context<backend::opencl>(); }).code(), errc::feature_not_supported);
    const exception e = error_of([&] { h.get_native_mem<backend::opencl>(memory_ + 64); });
    EXPECT_EQ(e.code(), errc::invalid);
    EXPECT_NE(std::string(e.what()).find("no live USM allocation"), std::string::npos) << e.what();
    const auto other = make_device();
    int x = 0;
    allocation_map::instance().insert({reinterpret_cast<std::uintptr_t>(&x), sizeof x, usm_kind::device, other});
    EXPECT_EQ(error_of([&] { h.get_native_mem<backend::opencl>(&x); }).code(), errc::invalid);
    allocation_map::instance().take(&x);
}

}  // namespace
}  // namespace ndweave::detail
