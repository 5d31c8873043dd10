/// SYCL 2020 reduction variables (4.9.2): core's, made with a property_list.
#pragma once

#include <type_traits>

#include "ndweave/reduction.hpp"
#include "sycl/execution/property_list.hpp"

namespace sycl {

using ndweave::reducer;

namespace property::reduction {
/// The result replaces the variable's value, which otherwise is part of it.
struct initialize_to_identity : detail::property_base {};
}  // namespace property::reduction

namespace detail {
inline ndweave::detail::reduction_options reduction_options(const property_list& properties) {
    ndweave::detail::reduction_options options;
    options.keep = !properties.has_property<property::reduction::initialize_to_identity>();
    return options;
}
}  // namespace detail

/// Into `*variable`, USM that the device can access, with an operation of known identity. Throws errc::invalid for a
/// null pointer.
template <class T, class Op>
requires ndweave::has_known_identity_v<Op, T> auto reduction(T* variable, Op op, const property_list& properties = {}) {
    return ndweave::reduction(variable, op, detail::reduction_options(properties));
}
/// With any associative and commutative operation.
template <class T, class Op>
auto reduction(T* variable, const std::type_identity_t<T>& identity, Op op, const property_list& properties = {}) {
    return ndweave::reduction(variable, identity, op, detail::reduction_options(properties));
}

}  // namespace sycl
