/// A GPU plugin through its one symbol, compiled once for each vendor; what needs a GPU is skipped without one.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <string>
#include <vector>

#include "ndweave/plugin.h"

namespace {

class GpuPlugin : public ::testing::Test {
protected:
    void SetUp() override {
        library_ = dlopen(NDWEAVE_GPU_PLUGIN, RTLD_NOW | RTLD_LOCAL);
        ASSERT_NE(library_, nullptr) << dlerror();
        plugin = static_cast<const ndw_plugin*>(dlsym(library_, NDW_PLUGIN_SYMBOL));
        ASSERT_NE(plugin, nullptr) << dlerror();
    }

    std::string error() const {
        std::vector<char> text(plugin->last_error(nullptr, 0));
        plugin->last_error(text.data(), text.size());
        return text.data();
    }

    /// A device to work with, or none: the test skips.
    ndw_device* open() {
        std::uint32_t count = 0;
        ndw_device* device = nullptr;
        if (plugin->device_count(&count) == NDW_OK && count > 0) {
            EXPECT_EQ(plugin->device_open(0, &device), NDW_OK) << error();
        }
        return device;
    }

    const ndw_plugin* plugin = nullptr;

private:
    void* library_ = nullptr;  // stays open: driver threads may live in it
};

TEST_F(GpuPlugin, StatesTheAbiItWasBuiltFor) {
    EXPECT_EQ(plugin->abi_version, NDW_PLUGIN_ABI_VERSION);
    EXPECT_EQ(plugin->struct_size, sizeof(ndw_plugin));
    EXPECT_STREQ(plugin->backend, NDWEAVE_GPU_BACKEND);
}

TEST_F(GpuPlugin, LastErrorIsCutToTheBufferAndTerminated) {
    ndw_device* device = nullptr;
    ASSERT_NE(plugin->device_open(10000, &device), NDW_OK);
    char text[6];
    std::memset(text, 'x', sizeof text);
    EXPECT_GT(plugin->last_error(text, sizeof text), sizeof text);
    EXPECT_EQ(text[5], '\0');
}

TEST_F(GpuPlugin, WidePatternsFillEveryElement) {
    ndw_device* device = open();
    if (!device) GTEST_SKIP() << "no device here";
    ndw_queue* queue = nullptr;
    ASSERT_EQ(plugin->queue_create(device, 0, &queue), NDW_OK) << error();
    for (const std::size_t count : {std::size_t{1}, std::size_t{16383}, std::size_t{16385}, std::size_t{1000003}}) {
        const double pattern[2] = {1.25, -3.5};
        void* memory = nullptr;
        ASSERT_EQ(plugin->memory_alloc(device, NDW_MEMORY_DEVICE, count * 16, 4096, &memory), NDW_OK) << error();
        std::vector<double> back(2 * count);
        EXPECT_EQ(plugin->fill(queue, memory, pattern, 16, count), NDW_OK) << error();
        EXPECT_EQ(plugin->copy(queue, back.data(), memory, count * 16), NDW_OK) << error();
        EXPECT_EQ(plugin->queue_sync(queue), NDW_OK) << error();
        for (std::size_t i = 0; i < back.size(); ++i) ASSERT_EQ(back[i], pattern[i % 2]) << i << " of " << count;
        EXPECT_EQ(plugin->memory_free(device, memory, NDW_MEMORY_DEVICE), NDW_OK) << error();
    }
    plugin->queue_destroy(queue);
    plugin->device_close(device);
}

TEST_F(GpuPlugin, EventsThatBlockAreReachedAndTimed) {
    ndw_device* device = open();
    if (!device) GTEST_SKIP() << "no device here";
    ndw_queue* queue = nullptr;
    ASSERT_EQ(plugin->queue_create(device, NDW_QUEUE_PROFILING, &queue), NDW_OK) << error();
    void* memory = nullptr;
    constexpr std::size_t bytes = 64 << 20;
    ASSERT_EQ(plugin->memory_alloc(device, NDW_MEMORY_DEVICE, bytes, 64, &memory), NDW_OK) << error();
    const char pattern = 1;
    ndw_event *start = nullptr, *end = nullptr;
    ASSERT_EQ(plugin->event_record_blocking(queue, &start), NDW_OK) << error();
    ASSERT_EQ(plugin->fill(queue, memory, &pattern, 1, bytes), NDW_OK) << error();
    ASSERT_EQ(plugin->event_record_blocking(queue, &end), NDW_OK) << error();
    EXPECT_EQ(plugin->event_wait(end, 1), NDW_OK) << error();
    EXPECT_EQ(plugin->event_wait(end, 0), NDW_OK) << error();
    double seconds = 0;
    EXPECT_EQ(plugin->event_elapsed(start, end, &seconds), NDW_OK) << error();
    EXPECT_GT(seconds, 0);
    plugin->event_destroy(start);
    plugin->event_destroy(end);
    EXPECT_EQ(plugin->memory_free(device, memory, NDW_MEMORY_DEVICE), NDW_OK) << error();
    plugin->queue_destroy(queue);
    plugin->device_close(device);
}

TEST_F(GpuPlugin, HintsAboutManagedMemoryAreTakenAndUnknownAdviceIsInvalid) {
    ndw_device* device = open();
    if (!device) GTEST_SKIP() << "no device here";
    ndw_device_info info{};
    info.struct_size = sizeof info;
    ASSERT_EQ(plugin->device_info(0, &info), NDW_OK) << error();
    if (!(info.capabilities & NDW_CAP_SHARED_MEMORY)) GTEST_SKIP() << "no managed memory";
    ndw_queue* queue = nullptr;
    ASSERT_EQ(plugin->queue_create(device, 0, &queue), NDW_OK) << error();
    void* memory = nullptr;
    constexpr std::size_t bytes = 8 << 20;
    ASSERT_EQ(plugin->memory_alloc(device, NDW_MEMORY_SHARED, bytes, 64, &memory), NDW_OK) << error();
    auto* const x = static_cast<unsigned char*>(memory);
    std::memset(x, 3, bytes);
    EXPECT_EQ(plugin->memory_prefetch(queue, x, bytes), NDW_OK) << error();
    for (const int advice : {1, 3, 5, 0}) EXPECT_EQ(plugin->memory_advise(queue, x, bytes, advice), NDW_OK) << error();
    const int unknown = plugin->memory_advise(queue, x, bytes, 777);
    EXPECT_TRUE(unknown == NDW_INVALID || unknown == NDW_OK) << unknown;  // NDW_OK where pages do not move
    EXPECT_EQ(plugin->queue_sync(queue), NDW_OK) << error();
    EXPECT_EQ(x[0] + x[bytes - 1], 6);
    EXPECT_EQ(plugin->memory_free(device, memory, NDW_MEMORY_SHARED), NDW_OK) << error();
    plugin->queue_destroy(queue);
    plugin->device_close(device);
}

TEST_F(GpuPlugin, MemoryForOtherDriversIsCopiedAndFreedLikeTheDevices) {
    ndw_device* device = open();
    if (!device) GTEST_SKIP() << "no device here";
    ndw_queue* queue = nullptr;
    ASSERT_EQ(plugin->queue_create(device, 0, &queue), NDW_OK) << error();
    constexpr std::size_t bytes = 4 << 20;
    void* memory = nullptr;
    std::int32_t descriptor = -1;
    const int status = plugin->memory_export(device, bytes, &memory, &descriptor);
    if (status != NDW_UNSUPPORTED) {
        ASSERT_EQ(status, NDW_OK) << error();
        const std::vector<char> there(bytes, 7);
        std::vector<char> back(bytes);
        EXPECT_EQ(plugin->copy(queue, memory, there.data(), bytes), NDW_OK) << error();
        EXPECT_EQ(plugin->copy(queue, back.data(), memory, bytes), NDW_OK) << error();
        EXPECT_EQ(plugin->queue_sync(queue), NDW_OK) << error();
        EXPECT_TRUE(back == there);
        EXPECT_EQ(plugin->memory_free(device, memory, NDW_MEMORY_DEVICE), NDW_OK) << error();
        EXPECT_EQ(close(descriptor), 0);
    }
    plugin->queue_destroy(queue);
    plugin->device_close(device);
}

TEST_F(GpuPlugin, OrdinaryMemoryIsToldFromPinned) {
    ndw_device* device = open();
    if (!device) GTEST_SKIP() << "no device here";
    const bool tells = std::string(plugin->backend) == "cuda";
    void *pinned = nullptr, *own = nullptr;
    ASSERT_EQ(plugin->memory_alloc(device, NDW_MEMORY_HOST, 4096, 64, &pinned), NDW_OK) << error();
    ASSERT_EQ(plugin->memory_alloc(device, NDW_MEMORY_DEVICE, 4096, 64, &own), NDW_OK) << error();
    const auto is_pageable = [&](const void* memory) {
        std::uint32_t answer = 2;
        EXPECT_EQ(plugin->memory_is_pageable(device, memory, &answer), NDW_OK) << error();
        return answer;
    };
    EXPECT_EQ(is_pageable(&device), tells ? 1u : 0u);
    EXPECT_EQ(is_pageable(static_cast<char*>(pinned) + 4095), 0u);
    EXPECT_EQ(is_pageable(own), 0u);
    EXPECT_EQ(plugin->memory_free(device, pinned, NDW_MEMORY_HOST), NDW_OK) << error();
    EXPECT_EQ(plugin->memory_free(device, own, NDW_MEMORY_DEVICE), NDW_OK) << error();
    plugin->device_close(device);
}

TEST_F(GpuPlugin, NativeObjectsAreTheDrivers) {
    ndw_device* device = open();
    if (!device) GTEST_SKIP() << "no device here";
    ndw_queue* queue = nullptr;
    ASSERT_EQ(plugin->queue_create(device, 0, &queue), NDW_OK) << error();
    void *number = &queue, *context = nullptr, *stream = nullptr;
    EXPECT_EQ(plugin->device_native(device, NDW_NATIVE_DEVICE, &number), NDW_OK) << error();
    EXPECT_EQ(number, nullptr);  // the first device is number 0
    EXPECT_EQ(plugin->queue_native(queue, &stream), NDW_OK) << error();
    EXPECT_NE(stream, nullptr);
    const bool has_contexts = std::string(plugin->backend) == "cuda";
    EXPECT_EQ(plugin->device_native(device, NDW_NATIVE_CONTEXT, &context), has_contexts ? NDW_OK : NDW_UNSUPPORTED);
    EXPECT_EQ(context != nullptr, has_contexts);
    plugin->queue_destroy(queue);
    plugin->device_close(device);
}

TEST_F(GpuPlugin, AccessToAPeerIsOpenedAndClosedAnyNumberOfTimes) {
    std::uint32_t count = 0, can = 0;
    if (plugin->device_count(&count) != NDW_OK || count < 2) GTEST_SKIP() << "no two devices here";
    ASSERT_EQ(plugin->device_can_access_peer(0, 1, NDW_PEER_ATOMICS, &can), NDW_OK) << error();
    ASSERT_EQ(plugin->device_can_access_peer(0, 1, NDW_PEER_ACCESS, &can), NDW_OK) << error();
    if (!can) GTEST_SKIP() << "no way between the devices";
    ndw_device *device = nullptr, *peer = nullptr;
    ASSERT_EQ(plugin->device_open(0, &device), NDW_OK) << error();
    ASSERT_EQ(plugin->device_open(1, &peer), NDW_OK) << error();
    for (const std::uint32_t enable : {1u, 1u, 0u, 0u, 1u, 0u}) {
        EXPECT_EQ(plugin->device_access_peer(device, peer, enable), NDW_OK) << error();
    }
    plugin->device_close(peer);
    plugin->device_close(device);
}

TEST_F(GpuPlugin, QueuesWaitForEventsOfPeers) {
    std::uint32_t count = 0;
    if (plugin->device_count(&count) != NDW_OK || count < 2) GTEST_SKIP() << "no two devices here";
    ndw_device* devices[2] = {};
    ndw_queue* queues[2] = {};
    ndw_event* event = nullptr;
    for (std::uint32_t d = 0; d < 2; ++d) {
        ASSERT_EQ(plugin->device_open(d, &devices[d]), NDW_OK) << error();
        ASSERT_EQ(plugin->queue_create(devices[d], 0, &queues[d]), NDW_OK) << error();
    }
    constexpr std::size_t bytes = 256 << 20;
    void* memory = nullptr;
    ASSERT_EQ(plugin->memory_alloc(devices[0], NDW_MEMORY_DEVICE, bytes, 64, &memory), NDW_OK) << error();
    const std::uint32_t pattern = 0x01020304;
    for (int k = 0; k < 20; ++k) {
        ASSERT_EQ(plugin->fill(queues[0], memory, &pattern, 4, bytes / 4), NDW_OK) << error();
    }
    ASSERT_EQ(plugin->event_record(queues[0], &event), NDW_OK) << error();
    ASSERT_EQ(plugin->queue_wait_event(queues[1], event), NDW_OK) << error();
    EXPECT_EQ(plugin->queue_sync(queues[1]), NDW_OK) << error();
    EXPECT_EQ(plugin->event_wait(event, 0), NDW_OK) << "the other device's queue went on too early";
    plugin->event_destroy(event);
    EXPECT_EQ(plugin->memory_free(devices[0], memory, NDW_MEMORY_DEVICE), NDW_OK) << error();
    for (int d = 0; d < 2; ++d) {
        plugin->queue_destroy(queues[d]);
        plugin->device_close(devices[d]);
    }
}

TEST_F(GpuPlugin, BrokenCodeIsABuildFailureWithTheCompilersWords) {
    ndw_device* device = open();
    if (!device) GTEST_SKIP() << "no device here";
    ndw_device_info info{};
    info.struct_size = sizeof info;
    ASSERT_EQ(plugin->device_info(0, &info), NDW_OK) << error();
    const std::string text = info.code_format == NDW_CODE_PTX
                                 ? ".version 7.8\n.target sm_70\n.address_size 64\n.visible .entry k() { nonsense; }\n"
                                 : "extern \"C\" __global__ void k() { nonsense; }\n";
    const ndw_module_source source{sizeof source, info.code_format, text.c_str(), text.size(), 0, 0};
    ndw_module* module = nullptr;
    EXPECT_EQ(plugin->module_load(device, &source, &module), NDW_BUILD_FAILED);
    EXPECT_NE(error().find(info.code_format == NDW_CODE_PTX ? "line 4" : "nonsense"), std::string::npos) << error();
    plugin->device_close(device);
}

TEST_F(GpuPlugin, OtherVendorsCodeIsInvalid) {
    ndw_device* device = open();
    if (!device) GTEST_SKIP() << "no device here";
    const ndw_module_source source{sizeof source, NDW_CODE_OPENCL_C, "", 0, 0, 0};
    ndw_module* module = nullptr;
    EXPECT_EQ(plugin->module_load(device, &source, &module), NDW_INVALID);
    plugin->device_close(device);
}

TEST_F(GpuPlugin, BinariesLoadAgain) {
    ndw_device* device = open();
    if (!device) GTEST_SKIP() << "no device here";
    if (!plugin->module_binary) GTEST_SKIP() << "the driver keeps its own cache";
    const std::string text = "extern \"C\" __global__ void k(int* x) { x[threadIdx.x] = 3; }\n";
    const ndw_module_source source{sizeof source, NDW_CODE_HIP_CPP, text.c_str(), text.size(), 0, 0};
    ndw_module *module = nullptr, *again = nullptr;
    ASSERT_EQ(plugin->module_load(device, &source, &module), NDW_OK) << error();
    std::uint64_t size = 0;
    ASSERT_EQ(plugin->module_binary(module, nullptr, &size), NDW_OK) << error();
    ASSERT_GT(size, 0u);
    std::vector<char> bytes(size);
    ASSERT_EQ(plugin->module_binary(module, bytes.data(), &size), NDW_OK) << error();
    const ndw_module_source binary{sizeof binary, NDW_CODE_BINARY, bytes.data(), size, 0, 0};
    ASSERT_EQ(plugin->module_load(device, &binary, &again), NDW_OK) << error();
    ndw_kernel* kernel = nullptr;
    EXPECT_EQ(plugin->kernel_get(again, "k", &kernel, nullptr), NDW_OK) << error();
    plugin->module_unload(again);
    plugin->module_unload(module);
    plugin->device_close(device);
}

}  // namespace
