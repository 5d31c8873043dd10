/// SYCL 2020 function objects (4.17.2) and their identities (4.17.2.1).
#pragma once

#include <concepts>
#include <functional>
#include <limits>
#include <type_traits>

namespace ndweave {

namespace detail {

/// Numbers compare; what has elements (vec, marray) has functions `min` and `max` in its namespace.
template <class A, class B>
concept ordered = requires(const A& a, const B& b) {
    { a < b } -> std::convertible_to<bool>;
    { b < a } -> std::convertible_to<bool>;
};
template <class A, class B>
constexpr auto smaller_of(const A& a, const B& b) {
    if constexpr (ordered<A, B>) {
        return b < a ? b : a;
    } else {
        return min(a, b);
    }
}
template <class A, class B>
constexpr auto larger_of(const A& a, const B& b) {
    if constexpr (ordered<A, B>) {
        return a < b ? b : a;
    } else {
        return max(a, b);
    }
}

}  // namespace detail

// Those of void take operands of two types and give what the operator gives.
#define NDWEAVE_DETAIL_FUNCTION_OBJECT(name, expression)                                            \
    template <class T = void>                                                                       \
    struct name {                                                                                   \
        constexpr T operator()(const T& a, const T& b) const { return static_cast<T>(expression); } \
    };                                                                                              \
    template <>                                                                                     \
    struct name<void> {                                                                             \
        template <class A, class B>                                                                 \
        constexpr auto operator()(const A& a, const B& b) const {                                   \
            return expression;                                                                      \
        }                                                                                           \
    }
NDWEAVE_DETAIL_FUNCTION_OBJECT(plus, a + b);
NDWEAVE_DETAIL_FUNCTION_OBJECT(multiplies, a* b);
NDWEAVE_DETAIL_FUNCTION_OBJECT(minimum, detail::smaller_of(a, b));
NDWEAVE_DETAIL_FUNCTION_OBJECT(maximum, detail::larger_of(a, b));
NDWEAVE_DETAIL_FUNCTION_OBJECT(bit_and, a& b);
NDWEAVE_DETAIL_FUNCTION_OBJECT(bit_or, a | b);
NDWEAVE_DETAIL_FUNCTION_OBJECT(bit_xor, a ^ b);
NDWEAVE_DETAIL_FUNCTION_OBJECT(logical_and, a&& b);
NDWEAVE_DETAIL_FUNCTION_OBJECT(logical_or, a || b);
#undef NDWEAVE_DETAIL_FUNCTION_OBJECT

namespace detail {

/// The standard library's object that computes the same, where it has one: programs use either.
template <template <class> class Object>
struct standard_object {
    template <class T>
    struct type {};
};
#define NDWEAVE_DETAIL_STANDARD_OBJECT(name) \
    template <>                              \
    struct standard_object<name> {           \
        template <class T>                   \
        using type = std::name<T>;           \
    };
NDWEAVE_DETAIL_STANDARD_OBJECT(plus)
NDWEAVE_DETAIL_STANDARD_OBJECT(multiplies)
NDWEAVE_DETAIL_STANDARD_OBJECT(bit_and)
NDWEAVE_DETAIL_STANDARD_OBJECT(bit_or)
NDWEAVE_DETAIL_STANDARD_OBJECT(bit_xor)
NDWEAVE_DETAIL_STANDARD_OBJECT(logical_and)
NDWEAVE_DETAIL_STANDARD_OBJECT(logical_or)
#undef NDWEAVE_DETAIL_STANDARD_OBJECT

template <class Op, template <class> class Object, class T>
inline constexpr bool is_any_of = std::is_same_v<Op, Object<T>> || std::is_same_v<Op, Object<void>>;
template <template <class> class Object, class Op, class T>
inline constexpr bool is_object = is_any_of<Op, Object, T> || is_any_of<Op, standard_object<Object>::template type, T>;

template <class T>
inline constexpr T highest =
    std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
template <class T>
inline constexpr T lowest = std::numeric_limits<T>::has_infinity ? T(-highest<T>) : std::numeric_limits<T>::lowest();

}  // namespace detail

namespace detail {

/// Numbers are what the standard library knows limits of: half and the like as well.
template <class Op, class T>
inline constexpr bool has_identity =
    std::numeric_limits<T>::is_specialized &&
    (detail::is_object<plus, Op, T> || detail::is_object<multiplies, Op, T> || detail::is_object<minimum, Op, T> ||
     detail::is_object<maximum, Op, T> || detail::is_object<logical_and, Op, T> ||
     detail::is_object<logical_or, Op, T> ||
     (std::is_integral_v<T> &&
      (detail::is_object<bit_and, Op, T> || detail::is_object<bit_or, Op, T> || detail::is_object<bit_xor, Op, T>)));

template <class Op, class T>
constexpr T identity_of() {
    if constexpr (is_object<multiplies, Op, T> || is_object<logical_and, Op, T>) {
        return T(1);
    } else if constexpr (is_object<minimum, Op, T>) {
        return highest<T>;
    } else if constexpr (is_object<maximum, Op, T>) {
        return lowest<T>;
    } else if constexpr (is_object<bit_and, Op, T>) {
        return static_cast<T>(~T(0));
    } else {
        return T(0);
    }
}

template <class Op, class T, bool Known = has_identity<Op, std::remove_cv_t<T>>>
struct identity {};
template <class Op, class T>
struct identity<Op, T, true> {
    static constexpr std::remove_cv_t<T> value = identity_of<Op, std::remove_cv_t<T>>();
};

}  // namespace detail

/// Whether the identity of `Op` over `T` is known: it is one of the objects above over numbers. Programs may specialize
/// this and `known_identity` for types of their own.
template <class Op, class T>
struct has_known_identity : std::bool_constant<detail::has_identity<Op, std::remove_cv_t<T>>> {};
template <class Op, class T>
inline constexpr bool has_known_identity_v = has_known_identity<Op, T>::value;

/// Its `value` is there where the identity is known.
template <class Op, class T>
struct known_identity : detail::identity<Op, T> {};
template <class Op, class T>
inline constexpr T known_identity_v = known_identity<Op, T>::value;

}  // namespace ndweave
