/// Variants of a kernel: the key of the caches in memory, and of what the kernel compiler is asked for.
#pragma once

#include <functional>
#include <string_view>
#include <type_traits>

#include "compiler/abi.h"
#include "ndweave/detail/kernel.hpp"

namespace ndweave::detail {

/// What the kernel itself says of its variants; target, work-group, flags and so on are the caller's to set.
inline ndw_kernel_variant variant_of(const kernel_record& kernel) {
    ndw_kernel_variant variant{};
    variant.kind = static_cast<std::uint32_t>(kernel.kind);
    variant.dimensions = kernel.dimensions;
    return variant;
}

/// Of all fields, as is ==.
inline std::size_t hash_of(const ndw_kernel_variant& variant) {
    static_assert(std::has_unique_object_representations_v<ndw_kernel_variant>);
    return std::hash<std::string_view>()({reinterpret_cast<const char*>(&variant), sizeof variant});
}

}  // namespace ndweave::detail
