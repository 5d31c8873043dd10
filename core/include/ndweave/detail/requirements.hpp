/// What a kernel's attributes require (SYCL 2020, 5.8.1). With clang 19 libndweave-attributes.so puts calls of these
/// where the body of a function with such attributes begins, and the extraction plugin takes their numbers into the
/// kernel's record and the calls out of the program.
#pragma once

#include <cstdint>
#include <type_traits>

#include "ndweave/builtins.h"

/// The functions below are there.
#define NDWEAVE_DETAIL_KERNEL_ATTRIBUTES 1

namespace ndweave::detail {

/// No device has groups of as many work-items as the largest number: launches are refused for it and for what is
/// larger.
consteval std::uint32_t required_size(std::uint64_t size) {
    return size > UINT32_MAX ? UINT32_MAX : static_cast<std::uint32_t>(size);
}

/// [[sycl::reqd_sub_group_size(Size)]]
template <std::uint64_t Size>
inline void required_sub_group_size() {
    static_assert(Size > 0, "reqd_sub_group_size takes a number of work-items");
    __ndweave_required_sub_group_size(required_size(Size));
}

/// [[sycl::reqd_work_group_size(Size…)]], in SYCL's order.
template <std::uint64_t First, std::uint64_t Second = 0, std::uint64_t Third = 0>
inline void required_work_group_size() {
    static_assert(First > 0, "reqd_work_group_size takes one to three numbers of work-items");
    __ndweave_required_work_group_size(required_size(First), required_size(Second), required_size(Third));
}

/// Aspects of devices, by the enumerators' values, as a set: sycl::aspect has fewer than 64.
template <auto... Aspects>
inline constexpr std::uint64_t aspect_set = ((std::uint64_t{1} << static_cast<unsigned>(Aspects)) | ... | 0);

/// [[sycl::device_has(Aspects…)]], of kernels and of functions, which may be constexpr.
template <auto... Aspects>
constexpr void required_aspects() {
    if (!std::is_constant_evaluated()) __ndweave_required_aspects(aspect_set<Aspects...>);
}

}  // namespace ndweave::detail
