/// SYCL 2020 vec (4.14.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "ndweave/nd_item.hpp"
#include "sycl/types/swizzle.hpp"

namespace sycl {

namespace detail {

/// Elements that a constructor's argument gives a vec of `T`; 0 where it is no such argument.
template <class T, class A>
inline constexpr int lanes_given = vec_like<A>                   ? vec_traits<A>::lanes
                                   : std::is_convertible_v<A, T> ? 1
                                                                 : 0;

constexpr std::size_t vec_alignment(std::size_t bytes) { return bytes < 64 ? bytes : 64; }

}  // namespace detail

/// 1, 2, 3, 4, 8 or 16 elements. 3 take the place of 4. Aligned to its size, to 64 bytes at most.
template <class T, int N>
class alignas(detail::vec_alignment((N == 3 ? 4 : N) * sizeof(T))) vec : public detail::vec_access<vec<T, N>, T, N> {
    static_assert(N == 1 || N == 2 || N == 3 || N == 4 || N == 8 || N == 16, "vec has 1, 2, 3, 4, 8 or 16 elements");

public:
    /// Leaves the elements as they are, so that arrays in a kernel cost nothing; `vec{}` makes them 0.
    constexpr vec() = default;
    /// All elements are that.
    explicit(N > 1) constexpr vec(const T& value) : vec([&](int) { return value; }, lanes()) {}
    /// The elements, in order, of numbers, vecs and swizzles.
    template <class... A>
    requires(sizeof...(A) > 1 && (... && (detail::lanes_given<T, A> > 0)) && (0 + ... + detail::lanes_given<T, A>) == N)
    constexpr vec(const A&... parts) : elements_{} {
        append<0>(parts...);
    }
    /// Of a number of another type, in braces too, where it would have to be narrowed.
    template <class A>
    requires(N == 1 && std::is_arithmetic_v<A> && !std::is_same_v<A, T> && detail::number_beside<A, T, N>)
    constexpr vec(const A& value) : elements_{detail::converted<T>(value)} {}
    /// Of a swizzle's only element, which without this would convert in two ways.
    template <detail::vec_like S>
    requires(N == 1 && !std::is_same_v<S, vec> && detail::same_vec<S, vec>)
    constexpr vec(const S& only) : elements_{only[0]} {}

    template <class S>
    requires(detail::number_beside<S, T, N>) constexpr vec& operator=(const S& value) {
        return *this = vec(detail::converted<T>(value));
    }

    constexpr T& operator[](int k) { return elements_[k]; }
    constexpr const T& operator[](int k) const { return elements_[k]; }

    constexpr operator T() const requires(N == 1) { return elements_[0]; }
    template <class U>
    requires(N == 1 && detail::casts_to<T, U>) constexpr explicit operator U() const {
        return static_cast<U>(elements_[0]);
    }

    /// From the elements `offset` · N onwards of a pointer or multi_ptr.
    template <class P>
    void load(std::size_t offset, P from) {
        const auto at = static_cast<std::ptrdiff_t>(offset * N);
        *this = vec([&](int k) { return from[at + k]; }, lanes());
    }

private:
    template <class R, int M, class F>
    friend constexpr vec<R, M> detail::vec_of(const F& f);

    using lanes = std::make_integer_sequence<int, N>;

    /// All at once and not in a loop, so that the elements can be registers.
    template <class F, int... K>
    constexpr vec(const F& f, std::integer_sequence<int, K...>) : elements_{static_cast<T>(f(K))...} {}

    template <int At, class A, class... Rest>
    constexpr void append(const A& part, const Rest&... rest) {
        if constexpr (detail::vec_like<A>) {
            const detail::elements_of<A> from(part);
            [&]<int... K>(std::integer_sequence<int, K...>) {
                ((elements_[At + K] = static_cast<T>(from[K])), ...);
            }(std::make_integer_sequence<int, detail::vec_traits<A>::lanes>());
        } else {
            elements_[At] = detail::converted<T>(part);
        }
        if constexpr (sizeof...(Rest) > 0) append<At + detail::lanes_given<T, A>>(rest...);
    }

    T elements_[N == 3 ? 4 : N];
};

template <class T, class... U>
requires(... && std::is_same_v<T, U>) vec(T, U...) -> vec<T, static_cast<int>(sizeof...(U)) + 1>;

}  // namespace sycl

namespace ndweave::detail {
template <class T, int N>
struct vector_of {
    using type = sycl::vec<T, N>;
};
template <class T, int N>
inline constexpr int vector_elements<sycl::vec<T, N>> = N;
}  // namespace ndweave::detail

namespace sycl {

/// Names of elements for swizzle<> (4.14.2.2).
struct elem {
    static constexpr int x = 0, y = 1, z = 2, w = 3, r = 0, g = 1, b = 2, a = 3;
    static constexpr int s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6, s7 = 7;
    static constexpr int s8 = 8, s9 = 9, sA = 10, sB = 11, sC = 12, sD = 13, sE = 14, sF = 15;
};

#define NDWEAVE_DETAIL_VEC_ALIASES(name, type) \
    using name##2 = vec<type, 2>;              \
    using name##3 = vec<type, 3>;              \
    using name##4 = vec<type, 4>;              \
    using name##8 = vec<type, 8>;              \
    using name##16 = vec<type, 16>;
NDWEAVE_DETAIL_VEC_ALIASES(char, std::int8_t)
NDWEAVE_DETAIL_VEC_ALIASES(uchar, std::uint8_t)
NDWEAVE_DETAIL_VEC_ALIASES(short, std::int16_t)
NDWEAVE_DETAIL_VEC_ALIASES(ushort, std::uint16_t)
NDWEAVE_DETAIL_VEC_ALIASES(int, std::int32_t)
NDWEAVE_DETAIL_VEC_ALIASES(uint, std::uint32_t)
NDWEAVE_DETAIL_VEC_ALIASES(long, std::int64_t)
NDWEAVE_DETAIL_VEC_ALIASES(ulong, std::uint64_t)
NDWEAVE_DETAIL_VEC_ALIASES(half, half)
NDWEAVE_DETAIL_VEC_ALIASES(float, float)
NDWEAVE_DETAIL_VEC_ALIASES(double, double)
// DPC++'s and SYCL 1.2.1's.
NDWEAVE_DETAIL_VEC_ALIASES(schar, signed char)
NDWEAVE_DETAIL_VEC_ALIASES(longlong, long long)
NDWEAVE_DETAIL_VEC_ALIASES(ulonglong, unsigned long long)
#undef NDWEAVE_DETAIL_VEC_ALIASES

}  // namespace sycl

#include "sycl/types/vec_operators.hpp"
