/// SYCL 2020 multi_ptr (4.7.7.1), and that of SYCL 1.2.1 as `access::decorated::legacy`.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#include "sycl/memory/access.hpp"

namespace sycl {

template <class T, access::address_space Space, access::decorated Decorated = access::decorated::legacy>
class multi_ptr;

/// No type here has a decoration to remove: the kernel compiler finds address spaces itself.
template <class T>
struct remove_decoration {
    using type = T;
};
template <class T>
using remove_decoration_t = typename remove_decoration<T>::type;

namespace detail {

/// What accessors are to multi_ptr: classes that give a multi_ptr of their elements.
template <class A>
concept gives_multi_ptr = requires(const A& a) { a.template get_multi_ptr<access::decorated::no>(); };

template <class A>
using pointer_of_accessor = decltype(std::declval<const A&>().template get_multi_ptr<access::decorated::no>());
template <class A>
inline constexpr access::address_space space_of_accessor = pointer_of_accessor<A>::address_space;
template <class A>
using element_of_accessor = typename pointer_of_accessor<A>::value_type;

/// A pointer of `From` in space `In` may become one of `To` in space `Out`: implicitly towards the generic space, on
/// request also away from it. Elements may become const and void, on request void may become a type.
constexpr bool widens_space(access::address_space in, access::address_space out) {
    return in == out || (out == access::address_space::generic_space && in != access::address_space::constant_space);
}
constexpr bool casts_space(access::address_space in, access::address_space out) {
    return widens_space(in, out) ||
           (in == access::address_space::generic_space && out != access::address_space::constant_space);
}
template <class From, class To>
inline constexpr bool widens_element =
    std::is_convertible_v<From*, To*> &&
    (std::is_same_v<std::remove_cv_t<From>, std::remove_cv_t<To>> || std::is_void_v<To>);
template <class From, class To>
inline constexpr bool casts_element =
    widens_element<From, To> || (std::is_void_v<From> && (std::is_const_v<To> || !std::is_const_v<From>));

}  // namespace detail

/// A pointer to `T` that says in which address space it points. Address spaces are no part of types here, so that every
/// form holds a plain pointer, and `pointer` is `T*` for all of them; the casts that the specification calls undefined
/// for pointers of another space are not checked.
template <class T, access::address_space Space, access::decorated Decorated>
class multi_ptr {
    static constexpr bool is_legacy = Decorated == access::decorated::legacy;
    static constexpr bool is_object = !std::is_void_v<T>;

public:
    static constexpr bool is_decorated = Decorated == access::decorated::yes;
    static constexpr access::address_space address_space = Space;

    using value_type = T;
    using pointer = T*;
    using reference = std::add_lvalue_reference_t<T>;
    using iterator_category = std::random_access_iterator_tag;
    using difference_type = std::ptrdiff_t;

    // SYCL 1.2.1's names.
    using element_type = T;
    using pointer_t = T*;
    using const_pointer_t = const T*;
    using reference_t = reference;
    using const_reference_t = std::add_lvalue_reference_t<const T>;

    constexpr multi_ptr() = default;
    constexpr multi_ptr(std::nullptr_t) {}
    constexpr explicit(!is_legacy) multi_ptr(T* p) : at_(p) {}

    /// The first element of an accessor or local_accessor.
    template <detail::gives_multi_ptr A>
    requires(detail::widens_space(detail::space_of_accessor<A>, Space) &&
             detail::widens_element<detail::element_of_accessor<A>, T>)
    multi_ptr(const A& accessor) : at_(accessor.template get_multi_ptr<access::decorated::no>().get_raw()) {}

    /// Of constant buffers (SYCL 1.2.1, 4.7.7.1), whose elements are not const for these pointers.
    template <detail::gives_multi_ptr A>
    requires(Space == access::address_space::constant_space &&
             detail::space_of_accessor<A> == access::address_space::global_space &&
             detail::widens_element<std::remove_const_t<detail::element_of_accessor<A>>, T>)
    multi_ptr(const A& accessor)
        : at_(const_cast<std::remove_const_t<detail::element_of_accessor<A>>*>(
              accessor.template get_multi_ptr<access::decorated::no>().get_raw())) {}

    template <class U, access::address_space From, access::decorated D>
    requires(detail::casts_space(From, Space) && detail::casts_element<U, T>)
    constexpr explicit(!(detail::widens_space(From, Space) && detail::widens_element<U, T>))
        multi_ptr(const multi_ptr<U, From, D>& p)
        : at_(static_cast<T*>(p.get_raw())) {}

    /// Not by way of `T*`.
    template <class U, access::address_space From, access::decorated D>
    requires(!(detail::casts_space(From, Space) && detail::casts_element<U, T>))
    multi_ptr(const multi_ptr<U, From, D>&) = delete;

    template <class U, access::address_space From, access::decorated D>
    requires(detail::widens_space(From, Space) && detail::widens_element<U, T>)
    constexpr multi_ptr& operator=(const multi_ptr<U, From, D>& p) {
        at_ = p.get_raw();
        return *this;
    }
    constexpr multi_ptr& operator=(std::nullptr_t) {
        at_ = nullptr;
        return *this;
    }

    constexpr pointer get() const { return at_; }
    constexpr T* get_raw() const { return at_; }
    constexpr T* get_decorated() const { return at_; }

    constexpr operator T*() const { return at_; }

    constexpr reference operator*() const requires is_object { return *at_; }
    constexpr pointer operator->() const requires is_object { return at_; }
    constexpr reference operator[](difference_type i) const requires is_object { return at_[i]; }

    /// A hint, which no device here needs.
    void prefetch(std::size_t /*elements*/) const
        requires(Space == access::address_space::global_space ||
                 (is_legacy && Space == access::address_space::constant_space)) {}

    constexpr multi_ptr& operator++() requires is_object {
        ++at_;
        return *this;
    }
    constexpr multi_ptr operator++(int) requires is_object { return multi_ptr(at_++); }
    constexpr multi_ptr& operator--() requires is_object {
        --at_;
        return *this;
    }
    constexpr multi_ptr operator--(int) requires is_object { return multi_ptr(at_--); }
    constexpr multi_ptr& operator+=(difference_type n) requires is_object {
        at_ += n;
        return *this;
    }
    constexpr multi_ptr& operator-=(difference_type n) requires is_object {
        at_ -= n;
        return *this;
    }
    friend constexpr multi_ptr operator+(const multi_ptr& p, difference_type n) requires is_object {
        return multi_ptr(p.at_ + n);
    }
    friend constexpr multi_ptr operator+(difference_type n, const multi_ptr& p) requires is_object {
        return multi_ptr(p.at_ + n);
    }
    friend constexpr multi_ptr operator-(const multi_ptr& p, difference_type n) requires is_object {
        return multi_ptr(p.at_ - n);
    }
    friend constexpr difference_type operator-(const multi_ptr& a, const multi_ptr& b) requires is_object {
        return a.at_ - b.at_;
    }

#define NDWEAVE_DETAIL_COMPARES(op)                                                                       \
    friend constexpr bool operator op(const multi_ptr& a, const multi_ptr& b) { return a.at_ op b.at_; }  \
    friend constexpr bool operator op(const multi_ptr& a, std::nullptr_t) {                               \
        return a.at_ op static_cast<T*>(nullptr);                                                         \
    }                                                                                                     \
    friend constexpr bool operator op(std::nullptr_t, const multi_ptr& b) {                               \
        return static_cast<T*>(nullptr) op b.at_;                                                         \
    }                                                                                                     \
    friend constexpr bool operator op(const multi_ptr& a, T* b) requires is_legacy { return a.at_ op b; } \
    friend constexpr bool operator op(T* a, const multi_ptr& b) requires is_legacy { return a op b.at_; }
    NDWEAVE_DETAIL_COMPARES(==)
    NDWEAVE_DETAIL_COMPARES(!=)
    NDWEAVE_DETAIL_COMPARES(<)
    NDWEAVE_DETAIL_COMPARES(>)
    NDWEAVE_DETAIL_COMPARES(<=)
    NDWEAVE_DETAIL_COMPARES(>=)
#undef NDWEAVE_DETAIL_COMPARES

private:
    T* at_ = nullptr;
};

template <detail::gives_multi_ptr A>
multi_ptr(const A&) -> multi_ptr<detail::element_of_accessor<A>, detail::space_of_accessor<A>, access::decorated::no>;

template <class T, access::decorated Decorated>
using generic_ptr = multi_ptr<T, access::address_space::generic_space, Decorated>;
template <class T, access::decorated Decorated = access::decorated::legacy>
using global_ptr = multi_ptr<T, access::address_space::global_space, Decorated>;
template <class T, access::decorated Decorated = access::decorated::legacy>
using local_ptr = multi_ptr<T, access::address_space::local_space, Decorated>;
template <class T, access::decorated Decorated = access::decorated::legacy>
using private_ptr = multi_ptr<T, access::address_space::private_space, Decorated>;
template <class T>
using constant_ptr = multi_ptr<T, access::address_space::constant_space, access::decorated::legacy>;

template <class T>
using raw_generic_ptr = generic_ptr<T, access::decorated::no>;
template <class T>
using raw_global_ptr = global_ptr<T, access::decorated::no>;
template <class T>
using raw_local_ptr = local_ptr<T, access::decorated::no>;
template <class T>
using raw_private_ptr = private_ptr<T, access::decorated::no>;

template <class T>
using decorated_generic_ptr = generic_ptr<T, access::decorated::yes>;
template <class T>
using decorated_global_ptr = global_ptr<T, access::decorated::yes>;
template <class T>
using decorated_local_ptr = local_ptr<T, access::decorated::yes>;
template <class T>
using decorated_private_ptr = private_ptr<T, access::decorated::yes>;

/// A legacy multi_ptr of `p`, which must point into `Space` (SYCL 1.2.1), or another that is asked for.
template <class T, access::address_space Space, access::decorated Decorated = access::decorated::legacy>
constexpr multi_ptr<T, Space, Decorated> make_ptr(T* p) {
    return multi_ptr<T, Space, Decorated>(p);
}

}  // namespace sycl
