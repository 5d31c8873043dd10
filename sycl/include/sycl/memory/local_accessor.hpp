/// SYCL 2020 local_accessor (4.7.6.12): core's, and its pointers, iterators and zero dimensions.
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <type_traits>

#include "ndweave/local_accessor.hpp"
#include "sycl/memory/detail/accessor_properties.hpp"
#include "sycl/memory/multi_ptr.hpp"

namespace sycl {

namespace detail {

/// What `Self` has over core's class `Base` of `T`.
template <class T, class Base>
class local_elements : public Base {
public:
    using value_type = T;
    using reference = T&;
    using const_reference = const T&;
    using iterator = T*;
    using const_iterator = const T*;
    using reverse_iterator = std::reverse_iterator<T*>;
    using const_reverse_iterator = std::reverse_iterator<const T*>;
    using difference_type = std::ptrdiff_t;
    using size_type = std::size_t;
    template <access::decorated Decorated>
    using accessor_ptr = local_ptr<T, Decorated>;

    using Base::Base;

    constexpr size_type max_size() const noexcept { return static_cast<size_type>(-1) / 2 / sizeof(T); }
    constexpr size_type get_count() const noexcept { return this->size(); }  // SYCL 1.2.1
    constexpr size_type get_size() const noexcept { return this->byte_size(); }
    template <class Property>
    bool has_property() const noexcept {
        return false;
    }
    template <class Property>
    Property get_property() const {
        return detail::accessor_property<Property>(has_property<Property>());
    }
    void swap(local_elements& other) noexcept {
        const local_elements held = other;
        other = *this;
        *this = held;
    }

    /// In kernels only, as what follows.
    template <access::decorated Decorated>
    accessor_ptr<Decorated> get_multi_ptr() const noexcept {
        return accessor_ptr<Decorated>(Base::get_pointer());
    }
    local_ptr<T> get_pointer() const noexcept { return Base::get_pointer(); }

    iterator begin() const noexcept { return Base::get_pointer(); }
    iterator end() const noexcept { return begin() + this->size(); }
    const_iterator cbegin() const noexcept { return begin(); }
    const_iterator cend() const noexcept { return end(); }
    reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
    reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
    const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(end()); }
    const_reverse_iterator crend() const noexcept { return const_reverse_iterator(begin()); }
};

}  // namespace detail

/// An array of `D` dimensions in the local memory of each work-group of the kernel that the command group launches.
/// Uninitialised; copies refer to the same array.
template <class T, int D = 1>
class local_accessor : public detail::local_elements<T, ndweave::local_accessor<T, D>> {
    using elements = detail::local_elements<T, ndweave::local_accessor<T, D>>;

public:
    /// Of no elements, for none to access.
    local_accessor() = default;

    /// `extent` elements. The launch throws errc::memory_allocation if the device has less local memory. There are no
    /// properties of local accessors.
    template <class... Properties>
    local_accessor(ndweave::range<D> extent, ndweave::handler& h, const Properties&...) : elements(extent, h) {}
    /// The same array, to read only.
    template <class U>
    requires(std::is_same_v<T, const U>) explicit(false) local_accessor(const local_accessor<U, D>& other)
        : elements(static_cast<const ndweave::local_accessor<U, D>&>(other)) {}
};

/// One element.
template <class T>
class local_accessor<T, 0> : public detail::local_elements<T, ndweave::local_accessor<T, 1>> {
    using elements = detail::local_elements<T, ndweave::local_accessor<T, 1>>;

public:
    static constexpr int dimensions = 0;

    local_accessor() = default;
    template <class... Properties>
    local_accessor(ndweave::handler& h, const Properties&...) : elements(ndweave::range<1>(1), h) {}
    template <class U>
    requires(std::is_same_v<T, const U>) explicit(false) local_accessor(const local_accessor<U, 0>& other)
        : elements(static_cast<const ndweave::local_accessor<U, 1>&>(other)) {}

    /// In kernels only.
    operator T&() const { return *this->begin(); }
    const local_accessor& operator=(const T& value) const requires(!std::is_const_v<T>) {
        *this->begin() = value;
        return *this;
    }
    const local_accessor& operator=(T&& value) const requires(!std::is_const_v<T>) {
        *this->begin() = static_cast<T&&>(value);
        return *this;
    }
};

}  // namespace sycl

template <class T, int D>
struct std::hash<sycl::local_accessor<T, D>> {
    std::size_t operator()(const sycl::local_accessor<T, D>& a) const noexcept { return a.hash(); }
};
