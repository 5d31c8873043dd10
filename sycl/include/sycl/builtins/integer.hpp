/// SYCL 2020's integer functions (4.17.6): of every integer type, one or the elements of vec, swizzles and marray.
/// Single numbers may be mixed: they meet as those of C++ do.
#pragma once

#include "sycl/builtins/detail/scalar_integer.hpp"

namespace sycl {

#define NDWEAVE_DETAIL_WHOLE_1(name)                                                  \
    template <detail::integer_argument A>                                             \
    constexpr auto name(A x) {                                                        \
        return detail::map_number([](auto a) { return detail::scalar::name(a); }, x); \
    }
#define NDWEAVE_DETAIL_WHOLE_2(name)                                                                \
    template <detail::integer_argument A, detail::integer_argument B>                               \
    requires detail::same_lanes<A, B> constexpr auto name(A x, B y) {                               \
        return detail::map_number([](auto a, auto b) { return detail::scalar::name(a, b); }, x, y); \
    }
#define NDWEAVE_DETAIL_WHOLE_3(name)                                                                              \
    template <detail::integer_argument A, detail::integer_argument B, detail::integer_argument C>                 \
    requires detail::same_lanes<A, B, C> constexpr auto name(A x, B y, C z) {                                     \
        return detail::map_number([](auto a, auto b, auto c) { return detail::scalar::name(a, b, c); }, x, y, z); \
    }
NDWEAVE_DETAIL_WHOLE_1(clz)
NDWEAVE_DETAIL_WHOLE_1(ctz)
NDWEAVE_DETAIL_WHOLE_1(popcount)
NDWEAVE_DETAIL_WHOLE_2(abs_diff)
NDWEAVE_DETAIL_WHOLE_2(add_sat)
NDWEAVE_DETAIL_WHOLE_2(hadd)
NDWEAVE_DETAIL_WHOLE_2(mul_hi)
NDWEAVE_DETAIL_WHOLE_2(mul24)
NDWEAVE_DETAIL_WHOLE_2(rhadd)
NDWEAVE_DETAIL_WHOLE_2(sub_sat)
NDWEAVE_DETAIL_WHOLE_3(mad_hi)
NDWEAVE_DETAIL_WHOLE_3(mad_sat)
NDWEAVE_DETAIL_WHOLE_3(mad24)
#undef NDWEAVE_DETAIL_WHOLE_1
#undef NDWEAVE_DETAIL_WHOLE_2
#undef NDWEAVE_DETAIL_WHOLE_3

/// x rotated to the left by `count` bits, modulo its width.
template <detail::integer_argument A, detail::integer_argument B>
requires detail::same_lanes<A, B> constexpr auto rotate(A x, B count) {
    using E = detail::element_of<std::conditional_t<detail::has_elements<A>, A, B>>;
    using number = std::conditional_t<detail::has_elements<A> || detail::has_elements<B>, E, detail::plain<A>>;
    return detail::map_lanes<number, number>([](auto a, auto b) { return detail::scalar::rotate(a, b); },
                                             detail::plain_value(x), detail::plain_value(count));
}

/// The numbers of twice the width with the bits of `high` above those of `low`.
template <detail::integer_argument A, detail::integer_argument B>
requires(detail::same_lanes<A, B> && sizeof(detail::element_of<A>) == sizeof(detail::element_of<B>))
constexpr auto upsample(A high, B low) {
    using E = detail::element_of<A>;
    return detail::map_lanes<E, detail::unsigned_of<E>>([](auto a, auto b) { return detail::scalar::upsample(a, b); },
                                                        detail::plain_value(high), detail::plain_value(low));
}

/// |x|, of whole and real numbers.
template <detail::integer_argument A>
constexpr auto abs(A x) {
    return detail::map_number([](auto a) { return detail::scalar::abs_whole(a); }, x);
}

}  // namespace sycl
