/// SYCL 2020 reduction variables (4.9.2): core's, made with a property_list.
#pragma once

#include <span>
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

/// Into `*variable`, USM that the device can access. Throws errc::invalid for a null pointer.
template <class T, class Op>
auto reduction(T* variable, Op op, const property_list& properties = {}) {
    return ndweave::reduction(variable, op, detail::reduction_options(properties));
}
/// With any associative and commutative operation.
template <class T, class Op>
auto reduction(T* variable, const std::type_identity_t<T>& identity, Op op, const property_list& properties = {}) {
    return ndweave::reduction(variable, identity, op, detail::reduction_options(properties));
}

/// Into the elements of an array in such memory, of a number that the type says; the reducer's `operator[]` gives them.
template <class T, std::size_t N, class Op>
requires(N != std::dynamic_extent)
auto reduction(std::span<T, N> variables, Op op, const property_list& properties = {}) {
    return ndweave::reduction(variables, op, detail::reduction_options(properties));
}
template <class T, std::size_t N, class Op>
requires(N != std::dynamic_extent) auto reduction(std::span<T, N> variables, const std::type_identity_t<T>& identity,
                                                  Op op, const property_list& properties = {}) {
    return ndweave::reduction(variables, identity, op, detail::reduction_options(properties));
}

namespace detail {
inline void require_one_element(std::size_t elements, const char* of) {
    if (elements != 1)
        throw ndweave::exception(ndweave::errc::invalid, std::string("a reduction into ") + of + " of " +
                                                             std::to_string(elements) + " elements: it has one");
}
/// The one element of a buffer, on the group's device.
template <class T, int D, class Allocator>
T* reduction_element(buffer<T, D, Allocator>& b, handler& h, const property_list& properties) {
    require_one_element(b.size(), "a buffer");
    property_list access;
    if (properties.has_property<property::reduction::initialize_to_identity>()) access = {no_init};
    return accessor_parts::address(accessor<T, D, access_mode::read_write>(b, h, access), h);
}
template <class T, int D, access_mode M, target Target, access::placeholder P, class Op>
auto into_accessor(const accessor<T, D, M, Target, P>& a, const T& identity, Op op, const property_list& properties) {
    static_assert(M != access_mode::read && Target == target::device,
                  "a reduction writes what it is into, on a device");
    require_one_element(a.size(), "an accessor");
    if (a.is_placeholder())
        throw ndweave::exception(ndweave::errc::invalid,
                                 "a reduction into a placeholder accessor: make the accessor with the handler");
    ndweave::detail::reduction_options options = reduction_options(properties);
    options.keep = options.keep && accessor_parts::keeps(a);
    return ndweave::reduction(accessor_parts::first(a), identity, op, options);
}
}  // namespace detail

/// Into the one element of an accessor (the provisional specification's form); what is there is part of the result
/// unless the accessor discards it. Throws errc::invalid for more elements, and for a placeholder, which no `require`
/// could bind any more.
template <class T, int D, access_mode M, target Target, access::placeholder P, class Op>
requires ndweave::has_known_identity_v<Op, T>
auto reduction(accessor<T, D, M, Target, P> a, Op op, const property_list& properties = {}) {
    return detail::into_accessor(a, ndweave::known_identity_v<Op, T>, op, properties);
}
template <class T, int D, access_mode M, target Target, access::placeholder P, class Op>
auto reduction(accessor<T, D, M, Target, P> a, const std::type_identity_t<T>& identity, Op op,
               const property_list& properties = {}) {
    return detail::into_accessor(a, identity, op, properties);
}

/// Into the one element of a buffer; errc::invalid for others.
template <class T, int D, class Allocator, class Op>
auto reduction(buffer<T, D, Allocator> b, handler& h, Op op, const property_list& properties = {}) {
    return reduction(detail::reduction_element(b, h, properties), op, properties);
}
template <class T, int D, class Allocator, class Op>
auto reduction(buffer<T, D, Allocator> b, handler& h, const std::type_identity_t<T>& identity, Op op,
               const property_list& properties = {}) {
    return reduction(detail::reduction_element(b, h, properties), identity, op, properties);
}

}  // namespace sycl
