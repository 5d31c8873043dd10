#include "compiler/codegen/c_source/text/dialect.hpp"

namespace ndweave::compiler::c_source_detail {
namespace {

/// REASSOCIATE opens a block whose sums may be split over vector lanes. OpenCL C 1.2 has no fence between work-groups:
/// what its mem_fence orders, others of the group see (NVIDIA's is membar.cta, AMD's a fence of the work-group).
constexpr std::string_view opencl_prelude =
    R"prelude(#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#pragma OPENCL FP_CONTRACT OFF
typedef uchar u8; typedef ushort u16; typedef uint u32; typedef ulong u64;
typedef char i8; typedef short i16; typedef int i32; typedef long i64;
typedef float f32; typedef double f64;
typedef __global u8* pointer;
#define as_f32(x) as_float((u32)(x))
#define as_u32(x) as_uint((f32)(x))
#define as_f64(x) as_double((u64)(x))
#define as_u64(x) as_ulong((f64)(x))
#if defined(__clang_major__) && __clang_major__ >= 11
#define REASSOCIATE _Pragma("clang fp reassociate(on)")
#else
#define REASSOCIATE
#endif
#if defined(__NV_CL_C_VERSION)
#define device_fence() __asm__ volatile("membar.gl;" : : : "memory")
#define system_fence() __asm__ volatile("membar.sys;" : : : "memory")
#elif defined(__AMDGCN__)
#define device_fence() __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "agent")
#define system_fence() __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "")
#elif __OPENCL_C_VERSION__ >= 200
#define all_memory (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define device_fence() atomic_work_item_fence(all_memory, memory_order_acq_rel, memory_scope_device)
#define system_fence() atomic_work_item_fence(all_memory, memory_order_acq_rel, memory_scope_all_svm_devices)
#else
#define device_fence() mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define system_fence() device_fence()
#endif
)prelude";

constexpr std::string_view cpp_types =
    R"(typedef unsigned char u8; typedef unsigned short u16; typedef unsigned int u32; typedef unsigned long long u64;
typedef signed char i8; typedef short i16; typedef int i32; typedef long long i64;
typedef float f32; typedef double f64;
#define as_f32(x) __uint_as_float(x)
#define as_u32(x) __float_as_uint(x)
#define as_f64(x) __longlong_as_double((i64)(x))
#define as_u64(x) ((u64)__double_as_longlong(x))
)";

constexpr std::string_view hip_head =
    R"(#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif
#pragma clang fp contract(off)
#define NDWEAVE_GLOBAL __attribute__((address_space(1)))
)";

// A pointer type cannot carry an address space in CUDA C++.
constexpr std::string_view cuda_tail = "typedef u8* pointer;\n";
constexpr std::string_view hip_tail = "typedef NDWEAVE_GLOBAL u8* pointer;\n";

const std::string hip_prelude = std::string(hip_head) + std::string(cpp_types) + std::string(hip_tail);
const std::string cuda_prelude = std::string(cpp_types) + std::string(cuda_tail);

constexpr std::string_view opencl_fence = "mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);";
constexpr std::string_view block_fence = "__threadfence_block();";

const dialect_traits opencl{
    c_dialect::opencl_c,
    true,
    opencl_prelude,
    "static inline",
    "__constant",
    "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
    opencl_fence,
    "return;",
    {"", opencl_fence, opencl_fence, "device_fence();", "system_fence();"},
    1,
};

const dialect_traits hip{
    c_dialect::hip_cpp,
    false,
    hip_prelude,
    "__device__ static inline",
    "__device__ static const",
    "__syncthreads();",
    "__builtin_amdgcn_fence(__ATOMIC_ACQ_REL, \"wavefront\"); __builtin_amdgcn_wave_barrier();",
    "__builtin_trap();",
    {"", block_fence, block_fence, "__threadfence();", "__threadfence_system();"},
    64,
};

const dialect_traits cuda{
    c_dialect::cuda_cpp,
    false,
    cuda_prelude,
    "__device__ static inline",
    "__device__ static const",
    "__syncthreads();",
    "__syncwarp();",
    "__trap();",
    {"", block_fence, block_fence, "__threadfence();", "__threadfence_system();"},
    32,
};

}  // namespace

const dialect_traits& traits_of(c_dialect dialect) {
    switch (dialect) {
        case c_dialect::opencl_c:
            return opencl;
        case c_dialect::hip_cpp:
            return hip;
        case c_dialect::cuda_cpp:
            return cuda;
    }
    return opencl;
}

std::uint32_t sub_group_size(const dialect_traits& d, const ndw_compile_request& request) {
    const bool is_fixed = d.id == c_dialect::cuda_cpp;
    return request.variant.sub_group_size && !is_fixed ? request.variant.sub_group_size : d.default_sub_group_size;
}

std::string_view qualifier(const dialect_traits& d, space where) {
    if (d.id == c_dialect::hip_cpp) return where == space::global_memory ? "NDWEAVE_GLOBAL " : "";
    if (!d.is_opencl) return "";
    switch (where) {
        case space::private_memory:
            return "__private ";
        case space::local_memory:
            return "__local ";
        case space::constant_memory:
            return "__constant ";
        default:
            return "__global ";
    }
}

}  // namespace ndweave::compiler::c_source_detail
