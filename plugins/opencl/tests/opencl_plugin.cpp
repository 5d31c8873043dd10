#include "opencl_plugin.hpp"

#include <cstdlib>

namespace ndweave {
namespace {

/// POINTER and AT: how a pointer comes, with shared virtual memory and without.
const char* const source_text = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void axpy(double a, POINTER(double, px), POINTER(double, py), ulong n) {
    AT(double, px, x) AT(double, py, y)
    if (get_global_id(0) < n) y[get_global_id(0)] += a * x[get_global_id(0)];
}
__kernel void approach_two(POINTER(double, p), uint steps) {
    AT(double, p, data)
    double v = data[get_global_id(0)];
    for (uint i = 0; i < steps; ++i) v = 0.5 * v + 1;
    data[get_global_id(0)] = v;
}
__kernel void reverse(POINTER(int, p), __local int* tile) {
    AT(int, p, data)
    const uint i = get_local_id(0), n = get_local_size(0);
    tile[i] = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[get_global_id(0)] = tile[n - 1 - i];
}
struct node { __global int* value; };
__kernel void follow(POINTER(struct node, p)) {
    AT(struct node, p, nodes)
    *nodes[get_global_id(0)].value += 1;
}
__kernel void where(POINTER(uint, p)) {
    AT(uint, p, out)
    const ulong i = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));
    out[i] = get_group_id(0) + 16 * get_group_id(1) + 256 * get_group_id(2);
}
__kernel void combine(uint a, POINTER(uint, px), POINTER(uint, py), __local uint* turn, uint n) {
    AT(uint, px, x) AT(uint, py, y)
    const uint i = get_global_id(0), l = get_local_id(0);
    turn[l] = i < n ? x[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) y[i] = a * turn[l] + 3 * y[i];
}
)";

const char* const with_addresses = R"(
#define POINTER(type, name) __global type* name
#define AT(type, name, as) __global type* as = name;
)";
const char* const with_offsets = R"(
#define POINTER(type, name) __global char* name, ulong name##_offset
#define AT(type, name, as) __global type* as = (__global type*)(name + name##_offset);
)";

}  // namespace

std::string OpenclPlugin::memory_name(const ::testing::TestParamInfo<const char*>& info) {
    return info.param[0] == '1' ? "SharedVirtual" : "Buffers";
}

void OpenclPlugin::SetUp() {
    setenv("NDWEAVE_OPENCL_SVM", GetParam(), 1);
    setenv("POCL_DEVICES", "pthread basic", 0);  // PoCL has as many devices as it is told
    std::uint32_t count = 0;
    const int status = api_->device_count(&count);
    if (status != NDW_OK || count == 0) GTEST_SKIP() << "no OpenCL device: " << error();
    info_.struct_size = sizeof info_;
    ok(api_->device_info(0, &info_));
    ok(api_->device_open(0, &device_));
    ok(api_->queue_create(device_, NDW_QUEUE_PROFILING, &queue_));
}

void OpenclPlugin::TearDown() {
    if (queue_) ok(api_->queue_sync(queue_));
    for (void* p : allocated_) ok(api_->memory_free(device_, p, NDW_MEMORY_DEVICE));
    if (module_) api_->module_unload(module_);
    if (queue_) api_->queue_destroy(queue_);
    if (device_) api_->device_close(device_);
    unsetenv("NDWEAVE_OPENCL_SVM");
}

std::string OpenclPlugin::error() const {
    char text[4000];
    api_->last_error(text, sizeof text);
    return text;
}

ndw_module* OpenclPlugin::load(ndw_device* device) {
    const std::string text =
        std::string(info_.capabilities & NDW_CAP_ADDRESSES ? with_addresses : with_offsets) + source_text;
    const ndw_module_source source{sizeof source, NDW_CODE_OPENCL_C, text.data(), text.size(), 0, 0};
    ndw_module* m = nullptr;
    ok(api_->module_load(device, &source, &m));
    return m;
}

ndw_kernel* OpenclPlugin::kernel(const char* name) {
    if (!module_) module_ = load(device_);
    ndw_kernel* k = nullptr;
    ndw_kernel_info info{};
    info.struct_size = sizeof info;
    ok(api_->kernel_get(module_, name, &k, &info));
    EXPECT_GE(info.max_group_size, 1u);
    return k;
}

int OpenclPlugin::launch(ndw_queue* queue, ndw_kernel* k, const std::vector<std::uint64_t>& groups,
                         const std::vector<std::uint32_t>& local, const std::vector<ndw_argument>& arguments,
                         std::uint32_t flags) {
    ndw_launch l{};
    l.struct_size = sizeof l;
    l.kernel = k;
    for (std::size_t a = 0; a < 3; ++a) {
        l.group_count[a] = a < groups.size() ? groups[a] : 1;
        l.local_range[a] = a < local.size() ? local[a] : 1;
    }
    l.flags = flags;
    l.arguments = arguments.data();
    l.argument_count = static_cast<std::uint32_t>(arguments.size());
    return api_->launch(queue, &l);
}

}  // namespace ndweave
