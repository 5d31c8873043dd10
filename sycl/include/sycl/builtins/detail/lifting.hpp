/// How one function of numbers becomes the built-in function of SYCL (4.17.5 to 4.17.9) that takes numbers, vec,
/// swizzles and marray, one or several of its arguments being single numbers.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "sycl/builtins/detail/forward.hpp"
#include "sycl/types/detail/half_lanes.hpp"

namespace sycl::detail {

/// Numbers: what has neither elements nor conversions to something that has.
template <class T>
inline constexpr bool is_half = std::is_same_v<T, half>;
template <class T>
concept single_number = std::is_arithmetic_v<T> || is_half<T>;

/// The elements of `T`; 0 for one number.
template <class T>
struct shape_of {
    using element = T;
    static constexpr std::size_t lanes = 0;
    static constexpr bool is_vec = false;
};
template <class E, int N>
struct shape_of<vec<E, N>> {
    using element = E;
    using index = int;
    template <class R>
    using of = vec<R, N>;
    static constexpr std::size_t lanes = N;
    static constexpr bool is_vec = true;
};
template <class E, std::size_t N>
struct shape_of<marray<E, N>> {
    using element = E;
    using index = std::size_t;
    template <class R>
    using of = marray<R, N>;
    static constexpr std::size_t lanes = N;
    static constexpr bool is_vec = false;
};

/// Swizzles are what converts to the vec of their elements.
template <class T>
concept swizzle_like = std::is_class_v<T> && shape_of<T>::lanes == 0 && requires {
    typename T::element_type;
    T::size();
} && std::is_convertible_v<const T&, vec<typename T::element_type, static_cast<int>(T::size())>>;

/// Which number a class converts to, as overloads for these would have it: never defined.
float real_of(float);
double real_of(double);
half real_of(half);
template <class T>
concept converts_to_real = std::is_class_v<T> && !is_half<T> && shape_of<T>::lanes == 0 && !swizzle_like<T> &&
                           requires(const T& x) { real_of(x); };

template <class T>
struct plain_of {
    using type = T;
};
template <class T>
requires(std::is_enum_v<T> && std::is_convertible_v<T, long long>) struct plain_of<T> {
    using type = std::underlying_type_t<T>;
};
template <converts_to_real T>
struct plain_of<T> {
    using type = decltype(real_of(std::declval<const T&>()));
};
/// A swizzle of one element is a number.
template <swizzle_like T>
struct plain_of<T> {
    using element = typename T::element_type;
    using type = typename std::conditional_t<T::size() == 1, std::type_identity<element>,
                                             std::type_identity<vec<element, static_cast<int>(T::size())>>>::type;
};
/// The number or container of numbers that `T` stands for.
template <class T>
using plain = typename plain_of<T>::type;

template <class T>
using element_of = typename shape_of<plain<T>>::element;
template <class T>
inline constexpr bool has_elements = shape_of<plain<T>>::lanes > 0;

template <class T>
concept argument = single_number<plain<T>> || has_elements<T>;
template <class T>
concept real_argument =
    argument<T> && (!has_elements<T> || std::is_floating_point_v<element_of<T>> || is_half<element_of<T>>);
template <class T>
concept integer_argument = argument<T> && std::is_integral_v<element_of<T>>;

/// The first of `A` that has elements; void where none has.
template <class... A>
struct first_with_elements {
    using type = void;
};
template <class A, class... Rest>
struct first_with_elements<A, Rest...> {
    using type =
        typename std::conditional_t<has_elements<A>, std::type_identity<plain<A>>, first_with_elements<Rest...>>::type;
};

/// The type in which single numbers `A` meet, as overloads for half, float and double would have it: whole numbers
/// follow the others, and are double among themselves.
template <class... A>
using common_real = std::conditional_t<(... || (std::is_same_v<A, double> || std::is_same_v<A, long double>)), double,
                                       std::conditional_t<(... || std::is_same_v<A, float>), float,
                                                          std::conditional_t<(... || is_half<A>), half, double>>>;

/// The type in which the arguments of max, clamp and so on meet: whole numbers among themselves by the rules of C++.
template <bool Whole, class... A>
struct common_number {
    using type = std::common_type_t<plain<A>...>;
};
template <class... A>
struct common_number<false, A...> {
    using type = common_real<plain<A>...>;
};

/// Elements of the first argument that has them decide.
template <class First, bool AreReal, class... A>
struct meeting {
    using type = element_of<First>;
};
template <bool AreReal, class... A>
struct meeting<void, AreReal, A...> : common_number<!AreReal && (... && std::is_integral_v<plain<A>>), A...> {};

template <class... A>
using real_element = typename meeting<typename first_with_elements<A...>::type, true, A...>::type;
template <class... A>
using number_element = typename meeting<typename first_with_elements<A...>::type, false, A...>::type;

/// Arguments that have elements have equally many.
template <class... A>
concept same_lanes = requires { typename std::type_identity<typename first_with_elements<A...>::type>; } &&
                     (... && (!has_elements<A> ||
                              shape_of<plain<A>>::lanes == shape_of<typename first_with_elements<A...>::type>::lanes));

template <class E, class A>
constexpr E converted(const A& a) {
    if constexpr (std::is_same_v<E, A>) {
        return a;
    } else if constexpr (is_half<E>) {
        return static_cast<E>(static_cast<float>(a));
    } else {
        return static_cast<E>(a);
    }
}
template <class E, class A>
constexpr E element_at(const A& a, [[maybe_unused]] std::size_t k) {
    if constexpr (has_elements<A>) {
        return converted<E, element_of<A>>(a[static_cast<typename shape_of<A>::index>(k)]);
    } else {
        return converted<E>(a);
    }
}

/// `f` of each lane, whose arguments are of the types `E`. By a fold and not by a loop, so that nothing is left to be
/// unrolled before the elements can be registers.
template <class... E, class F, class... A>
constexpr auto map_lanes(const F& f, const A&... a) {
    using first = typename first_with_elements<A...>::type;
    if constexpr (std::is_void_v<first>) {
        return f(converted<E>(a)...);
    } else {
        using result = decltype(f(std::declval<E>()...));
        return [&]<std::size_t... K>(std::index_sequence<K...>) {
            typename shape_of<first>::template of<result> made{};
            const auto lane = [&](std::size_t k) { return f(element_at<E>(a, k)...); };
            ((made[static_cast<typename shape_of<first>::index>(K)] = lane(K)), ...);
            return made;
        }(std::make_index_sequence<shape_of<first>::lanes>());
    }
}

/// The argument itself, of a swizzle its vec, or its only element.
template <class A>
constexpr plain<A> plain_value(const A& a) {
    if constexpr (swizzle_like<A> && !has_elements<A>) {
        return a[0];
    } else {
        return static_cast<plain<A>>(a);
    }
}

/// Functions of half are those of float, rounded to half.
template <class E>
using computed_in = std::conditional_t<is_half<E>, float, E>;

template <class E, class F, class... X>
constexpr auto by_float(const F& f, X... x) {
    using result = decltype(f(static_cast<computed_in<E>>(x)...));
    if constexpr (is_half<E> && std::is_same_v<result, float>) {
        return static_cast<half>(f(static_cast<float>(x)...));
    } else {
        return f(static_cast<computed_in<E>>(x)...);
    }
}

/// `f`, which takes float and double, of arguments that are all real.
template <class F, class... A>
constexpr auto map_real(const F& f, const A&... a) {
    using E = real_element<A...>;
    const auto lane = [&](auto... x) { return by_float<E>(f, x...); };
    return map_lanes<std::conditional_t<true, E, A>...>(lane, plain_value(a)...);
}

/// `f`, which also takes half, of arguments that are all real.
template <class F, class... A>
constexpr auto map_real_itself(const F& f, const A&... a) {
    return map_lanes<std::conditional_t<true, real_element<A...>, A>...>(f, plain_value(a)...);
}

/// `f` of lanes of half where a GPU computes them in pairs, else what `otherwise` gives.
template <class F, class G, class... A>
constexpr auto by_half_lanes([[maybe_unused]] const F& f, const G& otherwise, [[maybe_unused]] const A&... a) {
#if defined(__clang__)
    using first = shape_of<typename first_with_elements<A...>::type>;
    if constexpr (constexpr int n = first::is_vec ? static_cast<int>(first::lanes) : 0;
                  has_half_lanes<half, typename first::element, n>) {
        if (!__builtin_is_constant_evaluated() && on_gpu())
            return vec_of_lanes<n>(f(half_lanes_of<n>(plain_value(a))...));
    }
#endif
    return otherwise();
}

/// `f`, which also takes half and lanes of half, of arguments that are all real.
template <class F, class... A>
constexpr auto map_real_in_pairs(const F& f, const A&... a) {
    return by_half_lanes(f, [&] { return map_real_itself(f, a...); }, a...);
}

/// `f` of arguments that are all whole, or all real.
template <class F, class... A>
constexpr auto map_number(const F& f, const A&... a) {
    return map_lanes<std::conditional_t<true, number_element<A...>, A>...>(f, plain_value(a)...);
}

/// `f`, which also takes lanes of half, of arguments that are all whole, or all real.
template <class F, class... A>
constexpr auto map_number_in_pairs(const F& f, const A&... a) {
    return by_half_lanes(f, [&] { return map_number(f, a...); }, a...);
}

/// Exponents: whole numbers, and classes that convert to int.
template <class N>
concept exponent_argument =
    integer_argument<N> || (std::is_class_v<N> && !argument<N> && std::is_convertible_v<N, int>);
template <class N>
constexpr auto exponent_value(const N& n) {
    if constexpr (argument<N>) {
        return plain_value(n);
    } else {
        return static_cast<int>(n);
    }
}

/// `f` of a real and a whole number, which may be one for all lanes.
template <class F, class X, class N>
constexpr auto map_with_int(const F& f, const X& x, const N& n) {
    using E = real_element<X>;
    const auto lane = [&](E v, int k) { return by_float<E>([&](auto w) { return f(w, k); }, v); };
    return map_lanes<E, int>(lane, plain_value(x), exponent_value(n));
}

/// Where a second result goes: a pointer or multi_ptr.
template <class P>
concept result_pointer = requires(P p) { *p; } && !argument<P>;

/// The unsigned and signed integers as wide as `E`.
template <std::size_t Bytes>
struct integers_of;
template <>
struct integers_of<1> {
    using as_unsigned = std::uint8_t;
    using as_signed = std::int8_t;
};
template <>
struct integers_of<2> {
    using as_unsigned = std::uint16_t;
    using as_signed = std::int16_t;
};
template <>
struct integers_of<4> {
    using as_unsigned = std::uint32_t;
    using as_signed = std::int32_t;
};
template <>
struct integers_of<8> {
    using as_unsigned = std::uint64_t;
    using as_signed = std::int64_t;
};
template <class E>
using unsigned_of = typename integers_of<sizeof(E)>::as_unsigned;
template <class E>
using signed_of = typename integers_of<sizeof(E)>::as_signed;

}  // namespace sycl::detail
