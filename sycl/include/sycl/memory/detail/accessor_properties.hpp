/// What accessors tell of the properties that they were made with (SYCL 2020, 4.5.4.2 and 4.7.6.4).
#pragma once

#include <type_traits>

#include "ndweave/exception.hpp"
#include "sycl/memory/access_mode.hpp"

namespace sycl::detail {

/// Throws errc::invalid where the accessor does not have it.
template <class Property>
Property accessor_property(bool is_there) {
    if (!is_there)
        throw ndweave::exception(ndweave::errc::invalid,
                                 "get_property of a property that the accessor was not made with: ask has_property");
    return Property();
}

/// Of properties only no_init has a meaning for accessors.
template <class Property>
inline constexpr bool is_no_init = std::is_same_v<Property, property::no_init>;

}  // namespace sycl::detail
