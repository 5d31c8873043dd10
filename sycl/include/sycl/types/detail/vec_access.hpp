/// What vec and its swizzles have in common: their elements by name, swizzles, and conversions.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "sycl/types/detail/swizzle_of.hpp"
#include "sycl/types/rounding.hpp"

#if defined(SYCL_SIMPLE_SWIZZLES)
#include "sycl/types/detail/simple_swizzles.hpp"
#else
namespace sycl::detail {
template <class Self, int N>
struct named_swizzles {};
}  // namespace sycl::detail
#endif

namespace sycl::detail {

template <class T>
struct vec_traits {
    static constexpr int lanes = 0;
};
template <class T, int N>
struct vec_traits<vec<T, N>> {
    using element = T;
    static constexpr int lanes = N;
};
template <class V, int... I>
struct vec_traits<swizzled<V, I...>> {
    using element = typename V::element_type;
    static constexpr int lanes = sizeof...(I);
};
template <class T>
concept vec_like = vec_traits<T>::lanes > 0;
/// Whether vecs or swizzles have as many elements of the same type.
template <class A, class B>
concept same_vec = vec_like<A> && vec_like<B> && vec_traits<A>::lanes == vec_traits<B>::lanes &&
                   std::is_same_v<typename vec_traits<A>::element, typename vec_traits<B>::element>;

/// A number beside `N` elements of type `T`; a vec of one is a number beside others.
template <class S, class T, int N>
concept number_beside = (!vec_like<S> || (vec_traits<S>::lanes == 1 && N > 1)) && std::is_convertible_v<const S&, T>;

/// To what a vec of one `T` converts on request. Classes have constructors that take the number itself.
template <class T, class U>
concept casts_to = !std::is_same_v<T, U> && !std::is_class_v<U> && requires(const T& x) { static_cast<U>(x); };

/// bool is no number that ++ and -- count, std::byte none at all.
template <class T>
inline constexpr bool is_number = !std::is_same_v<T, std::byte>;
template <class T>
concept counts = is_number<T> && !std::is_same_v<T, bool>;

template <class T, int N, class F>
constexpr vec<T, N> vec_of(const F& f) {
    return vec<T, N>(f, std::make_integer_sequence<int, N>());
}

/// The elements of an operand. Those of a vec are copied in one access: subscripts do not know that the vec is aligned.
/// No function returns the copy, since the calling convention would make pairs of its elements.
template <class A>
class elements_of;
template <class T, int N>
class elements_of<vec<T, N>> {
public:
    constexpr explicit elements_of(const vec<T, N>& v) : copy_(v) {}
    constexpr const T& operator[](int k) const { return copy_[k]; }

private:
    vec<T, N> copy_;
};
template <class V, int... I>
class elements_of<swizzled<V, I...>> {
public:
    constexpr explicit elements_of(const swizzled<V, I...>& s) : whole_(s.whole()) {}
    constexpr const typename V::element_type& operator[](int k) const { return whole_[at[k]]; }

private:
    static constexpr int at[] = {I...};
    const V& whole_;
};

/// `T` elements `N` of `Self`.
template <class Self, class T, int N>
class vec_access : public named_swizzles<Self, N> {
    constexpr Self& self() { return static_cast<Self&>(*this); }
    constexpr const Self& self() const { return static_cast<const Self&>(*this); }
    static constexpr int pairs = N == 3 ? 4 : N;  // what lo, hi, odd and even take for the length

    template <int... J>
    static constexpr bool is_swizzle =
        (... && (J >= 0 && J < N)) && (sizeof...(J) == 1 || sizeof...(J) == 2 || sizeof...(J) == 3 ||
                                       sizeof...(J) == 4 || sizeof...(J) == 8 || sizeof...(J) == 16);

    template <int First, int Step, class S, int... K>
    static constexpr auto every(S& s, std::integer_sequence<int, K...>) {
        return swizzle_of<First + Step * K...>(s);
    }

public:
    using element_type = T;
    using value_type = T;

    static constexpr std::size_t size() noexcept { return N; }
    static constexpr std::size_t byte_size() noexcept { return pairs * sizeof(T); }
    static constexpr std::size_t get_count() { return size(); }      // SYCL 1.2.1
    static constexpr std::size_t get_size() { return byte_size(); }  // SYCL 1.2.1

#define NDWEAVE_DETAIL_ELEMENT(name, k)                                   \
    constexpr decltype(auto) name() requires(N > k) { return self()[k]; } \
    constexpr decltype(auto) name() const requires(N > k) { return self()[k]; }
    NDWEAVE_DETAIL_ELEMENT(x, 0)
    NDWEAVE_DETAIL_ELEMENT(y, 1)
    NDWEAVE_DETAIL_ELEMENT(z, 2)
    NDWEAVE_DETAIL_ELEMENT(w, 3)
    NDWEAVE_DETAIL_ELEMENT(r, 0)
    NDWEAVE_DETAIL_ELEMENT(g, 1)
    NDWEAVE_DETAIL_ELEMENT(b, 2)
    NDWEAVE_DETAIL_ELEMENT(a, 3)
    NDWEAVE_DETAIL_ELEMENT(s0, 0)
    NDWEAVE_DETAIL_ELEMENT(s1, 1)
    NDWEAVE_DETAIL_ELEMENT(s2, 2)
    NDWEAVE_DETAIL_ELEMENT(s3, 3)
    NDWEAVE_DETAIL_ELEMENT(s4, 4)
    NDWEAVE_DETAIL_ELEMENT(s5, 5)
    NDWEAVE_DETAIL_ELEMENT(s6, 6)
    NDWEAVE_DETAIL_ELEMENT(s7, 7)
    NDWEAVE_DETAIL_ELEMENT(s8, 8)
    NDWEAVE_DETAIL_ELEMENT(s9, 9)
    NDWEAVE_DETAIL_ELEMENT(sA, 10)
    NDWEAVE_DETAIL_ELEMENT(sB, 11)
    NDWEAVE_DETAIL_ELEMENT(sC, 12)
    NDWEAVE_DETAIL_ELEMENT(sD, 13)
    NDWEAVE_DETAIL_ELEMENT(sE, 14)
    NDWEAVE_DETAIL_ELEMENT(sF, 15)
#undef NDWEAVE_DETAIL_ELEMENT

    template <int... J>
    requires(is_swizzle<J...>) constexpr auto swizzle() {
        return swizzle_of<J...>(self());
    }
    template <int... J>
    requires(is_swizzle<J...>) constexpr auto swizzle() const {
        return swizzle_of<J...>(self());
    }

#define NDWEAVE_DETAIL_PART(name, first, step)                                           \
    constexpr auto name() requires(N > 1) {                                              \
        return every<first, step>(self(), std::make_integer_sequence<int, pairs / 2>()); \
    }                                                                                    \
    constexpr auto name() const requires(N > 1) {                                        \
        return every<first, step>(self(), std::make_integer_sequence<int, pairs / 2>()); \
    }
    NDWEAVE_DETAIL_PART(lo, 0, 1)
    NDWEAVE_DETAIL_PART(hi, pairs / 2, 1)
    NDWEAVE_DETAIL_PART(even, 0, 2)
    NDWEAVE_DETAIL_PART(odd, 1, 2)
#undef NDWEAVE_DETAIL_PART

    // Of a vec, which changes, and of a swizzle, also a constant one, whose vec changes.
#define NDWEAVE_DETAIL_ASSIGNMENT(op)                                                                            \
    template <class B>                                                                                           \
    requires requires(Self& a, const B& b) { a = a op b; } constexpr decltype(auto) operator op##=(const B& b) { \
        return self() = self() op b;                                                                             \
    }                                                                                                            \
    template <class B>                                                                                           \
    requires requires(const Self& a, const B& b) { a = a op b; }                                                 \
    constexpr decltype(auto) operator op##=(const B& b) const {                                                  \
        return self() = self() op b;                                                                             \
    }                                                                                                            \
    constexpr decltype(auto) operator op##=(const Self& b) requires requires(Self& a) { a = a op a; } {          \
        return self() = self() op b;                                                                             \
    }
    NDWEAVE_DETAIL_ASSIGNMENT(+)
    NDWEAVE_DETAIL_ASSIGNMENT(-)
    NDWEAVE_DETAIL_ASSIGNMENT(*)
    NDWEAVE_DETAIL_ASSIGNMENT(/)
    NDWEAVE_DETAIL_ASSIGNMENT(%)
    NDWEAVE_DETAIL_ASSIGNMENT(&)
    NDWEAVE_DETAIL_ASSIGNMENT(|)
    NDWEAVE_DETAIL_ASSIGNMENT(^)
    NDWEAVE_DETAIL_ASSIGNMENT(<<)
    NDWEAVE_DETAIL_ASSIGNMENT(>>)
#undef NDWEAVE_DETAIL_ASSIGNMENT

#define NDWEAVE_DETAIL_COUNT(op, assignment, qualifier)                             \
    constexpr decltype(auto) operator op() qualifier                                \
        requires(counts<T> && requires(qualifier Self& s) { s assignment T(1); }) { \
        return self() assignment T(1);                                              \
    }                                                                               \
    constexpr vec<T, N> operator op(int) qualifier                                  \
        requires(counts<T> && requires(qualifier Self& s) { s assignment T(1); }) { \
        const vec<T, N> before = self();                                            \
        self() assignment T(1);                                                     \
        return before;                                                              \
    }
    NDWEAVE_DETAIL_COUNT(++, +=, )
    NDWEAVE_DETAIL_COUNT(--, -=, )
    NDWEAVE_DETAIL_COUNT(++, +=, const)
    NDWEAVE_DETAIL_COUNT(--, -=, const)
#undef NDWEAVE_DETAIL_COUNT

    template <class To, rounding_mode Mode = rounding_mode::automatic>
    vec<To, N> convert() const {
        const elements_of<Self> from(self());
        return vec_of<To, N>([&](int k) { return converted_by<To, Mode>(from[k]); });
    }

    /// The same bits as a vec of as many bytes.
    template <class V>
    V as() const {
        static_assert(sizeof(V) == sizeof(vec<T, N>), "vec::as: the types have different sizes");
        return __builtin_bit_cast(V, static_cast<vec<T, N>>(self()));
    }

    /// To the elements `offset` · N onwards of a pointer or multi_ptr.
    template <class P>
    void store(std::size_t offset, P to) const {
        const auto at = static_cast<std::ptrdiff_t>(offset * N);
        const elements_of<Self> from(self());
        [&]<int... K>(std::integer_sequence<int, K...>) {
            ((to[at + K] = from[K]), ...);
        }(std::make_integer_sequence<int, N>());
    }
};

}  // namespace sycl::detail
