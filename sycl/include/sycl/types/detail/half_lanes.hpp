/// The lanes of a vec of half as one vector of the compiler's: GPUs compute two lanes at a time (PTX ISA, 9.7.4,
/// f16x2).
#pragma once

#include <type_traits>

#include "ndweave/builtins.h"
#include "sycl/builtins/detail/forward.hpp"

namespace sycl::detail {

/// Whether this is a kernel for a GPU.
inline bool on_gpu() { return __ndweave_target() == NDWEAVE_TARGET_GPU; }

#if defined(__clang__)
/// Of results and operands.
template <class R, class E, int N>
inline constexpr bool has_half_lanes = std::is_same_v<R, half> && std::is_same_v<E, half> && N != 0 && N % 2 == 0;

template <int N>
using half_lanes = _Float16 __attribute__((ext_vector_type(N)));

/// Of a vec or swizzle, or of a number that all lanes are.
template <int N, class A>
half_lanes<N> half_lanes_of(const A& a) {
    if constexpr (std::is_convertible_v<const A&, vec<half, N>>) {
        return __builtin_bit_cast(half_lanes<N>, static_cast<vec<half, N>>(a));
    } else {
        using number = std::conditional_t<N != 0, half, void>;  // not complete before this is used
        return __builtin_bit_cast(_Float16, static_cast<number>(static_cast<float>(a)));
    }
}

template <int N>
vec<half, N> vec_of_lanes(half_lanes<N> lanes) {
    return __builtin_bit_cast(vec<half, N>, lanes);
}
#endif

}  // namespace sycl::detail
