/// SYCL 2020 reduction variables (4.9.2): core's, made with a property_list.
#pragma once

#include <string>
#include <type_traits>

#include "ndweave/reduction.hpp"
#include "sycl/execution/property_list.hpp"
#include "sycl/memory/buffer.hpp"

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

namespace detail {
/// The one element of a buffer, on the group's device.
template <class T, int D, class Allocator>
T* reduction_element(buffer<T, D, Allocator>& b, handler& h, const property_list& properties) {
    if (b.size() != 1)
        throw ndweave::exception(ndweave::errc::invalid,
                                 "a reduction into a buffer of " + std::to_string(b.size()) + " elements: it has one");
    property_list access;
    if (properties.has_property<property::reduction::initialize_to_identity>()) access = {no_init};
    return accessor_parts::address(accessor<T, D, access_mode::read_write>(b, h, access), h);
}
}  // namespace detail

/// Into the one element of a buffer; errc::invalid for others.
template <class T, int D, class Allocator, class Op>
requires ndweave::has_known_identity_v<Op, T>
auto reduction(buffer<T, D, Allocator> b, handler& h, Op op, const property_list& properties = {}) {
    return reduction(detail::reduction_element(b, h, properties), op, properties);
}
template <class T, int D, class Allocator, class Op>
auto reduction(buffer<T, D, Allocator> b, handler& h, const std::type_identity_t<T>& identity, Op op,
               const property_list& properties = {}) {
    return reduction(detail::reduction_element(b, h, properties), identity, op, properties);
}

}  // namespace sycl
