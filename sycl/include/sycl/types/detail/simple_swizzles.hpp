/// Swizzles by the names of their elements, such as yxz (SYCL 2020, 4.14.2.4): members of vec_access for programs that
/// define SYCL_SIMPLE_SWIZZLES. Others need not compile them.
#pragma once

#define NDWEAVE_DETAIL_NAMED(name, ...)                                                                      \
    constexpr auto name() requires(has_all<__VA_ARGS__>) { return detail::swizzle_of<__VA_ARGS__>(self()); } \
    constexpr auto name() const requires(has_all<__VA_ARGS__>) { return detail::swizzle_of<__VA_ARGS__>(self()); }
#define NDWEAVE_DETAIL_NAMED_2(n, ...)         \
    NDWEAVE_DETAIL_NAMED(n##x, __VA_ARGS__, 0) \
    NDWEAVE_DETAIL_NAMED(n##y, __VA_ARGS__, 1) \
    NDWEAVE_DETAIL_NAMED(n##z, __VA_ARGS__, 2) \
    NDWEAVE_DETAIL_NAMED(n##w, __VA_ARGS__, 3)
#define NDWEAVE_DETAIL_NAMED_3(n, ...)           \
    NDWEAVE_DETAIL_NAMED_2(n##x, __VA_ARGS__, 0) \
    NDWEAVE_DETAIL_NAMED_2(n##y, __VA_ARGS__, 1) \
    NDWEAVE_DETAIL_NAMED_2(n##z, __VA_ARGS__, 2) \
    NDWEAVE_DETAIL_NAMED_2(n##w, __VA_ARGS__, 3)
#define NDWEAVE_DETAIL_NAMED_4(n, ...)           \
    NDWEAVE_DETAIL_NAMED_3(n##x, __VA_ARGS__, 0) \
    NDWEAVE_DETAIL_NAMED_3(n##y, __VA_ARGS__, 1) \
    NDWEAVE_DETAIL_NAMED_3(n##z, __VA_ARGS__, 2) \
    NDWEAVE_DETAIL_NAMED_3(n##w, __VA_ARGS__, 3)
#define NDWEAVE_DETAIL_COLOURS_2(n, ...)       \
    NDWEAVE_DETAIL_NAMED(n##r, __VA_ARGS__, 0) \
    NDWEAVE_DETAIL_NAMED(n##g, __VA_ARGS__, 1) \
    NDWEAVE_DETAIL_NAMED(n##b, __VA_ARGS__, 2) \
    NDWEAVE_DETAIL_NAMED(n##a, __VA_ARGS__, 3)
#define NDWEAVE_DETAIL_COLOURS_3(n, ...)           \
    NDWEAVE_DETAIL_COLOURS_2(n##r, __VA_ARGS__, 0) \
    NDWEAVE_DETAIL_COLOURS_2(n##g, __VA_ARGS__, 1) \
    NDWEAVE_DETAIL_COLOURS_2(n##b, __VA_ARGS__, 2) \
    NDWEAVE_DETAIL_COLOURS_2(n##a, __VA_ARGS__, 3)
#define NDWEAVE_DETAIL_COLOURS_4(n, ...)           \
    NDWEAVE_DETAIL_COLOURS_3(n##r, __VA_ARGS__, 0) \
    NDWEAVE_DETAIL_COLOURS_3(n##g, __VA_ARGS__, 1) \
    NDWEAVE_DETAIL_COLOURS_3(n##b, __VA_ARGS__, 2) \
    NDWEAVE_DETAIL_COLOURS_3(n##a, __VA_ARGS__, 3)
#define NDWEAVE_DETAIL_FROM_EACH(of, x, y, z, w) of(x, 0) of(y, 1) of(z, 2) of(w, 3)

#define NDWEAVE_DETAIL_SIMPLE_SWIZZLES                           \
    NDWEAVE_DETAIL_FROM_EACH(NDWEAVE_DETAIL_NAMED_2, x, y, z, w) \
    NDWEAVE_DETAIL_FROM_EACH(NDWEAVE_DETAIL_NAMED_3, x, y, z, w) \
    NDWEAVE_DETAIL_FROM_EACH(NDWEAVE_DETAIL_NAMED_4, x, y, z, w) \
    NDWEAVE_DETAIL_FROM_EACH(NDWEAVE_DETAIL_COLOURS_4, r, g, b, a)
