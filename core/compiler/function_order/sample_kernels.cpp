// Kernels of the shapes that programs have: what the compiler calls for them is what it calls for most.
#include "sample_kernels.hpp"

#include <algorithm>
#include <array>

#include "bench/gpu/kernels.hpp"

namespace ndweave::compiler::function_order {
namespace {

using detail::kernel_kind;

template <class F, int D, kernel_kind Kind>
ndw_compile_request request(std::array<std::uint32_t, 3> local_range) {
    const detail::kernel_record& kernel = detail::record<F, D, Kind, detail::unnamed_kernel>;
    ndw_compile_request made{};
    made.struct_size = sizeof made;
    made.variant.kind = static_cast<std::uint32_t>(kernel.kind);
    made.variant.dimensions = kernel.dimensions;
    made.kernel_name = kernel.name;
    made.bitcode = kernel.bitcode;
    made.bitcode_size = kernel.bitcode_size;
    made.bitcode_hash = kernel.hash;
    made.functor_size = kernel.functor_size;
    std::ranges::copy(local_range, made.variant.local_range);
    return made;
}

}  // namespace

extern "C" [[gnu::visibility("default")]] void ndweave_sample_requests(std::span<const ndw_compile_request>* requests) {
    static const std::array all{
        request<bench::gather, 1, kernel_kind::basic>({}),
        request<bench::spmv, 1, kernel_kind::basic>({}),
        request<bench::dot, 1, kernel_kind::nd_range>({256, 1, 1}),
        request<bench::tree, 1, kernel_kind::nd_range>({256, 1, 1}),
        request<bench::matmul, 2, kernel_kind::nd_range>({16, 16, 1}),
    };
    *requests = all;
}

}  // namespace ndweave::compiler::function_order
