/// Swizzles by the names of their elements, such as yxz (SYCL 2020, 4.14.2.4): members of vec_access for programs that
/// define SYCL_SIMPLE_SWIZZLES. Others need not compile them.
///
/// Who makes an object of a class makes the declarations of all its members, of four elements nearly six hundred: each
/// number of elements has its own, and swizzles, which are as good when they are constant, have half as many as vecs.
#pragma once

#include "sycl/types/detail/swizzle_of.hpp"

// `of` each name that begins with `n`, whose elements follow, and has as many letters more as the macro's number.
#define NDWEAVE_DETAIL_XY_1(of, n, ...) of(n##x, __VA_ARGS__, 0) of(n##y, __VA_ARGS__, 1)
#define NDWEAVE_DETAIL_XY_2(of, n, ...)           \
    NDWEAVE_DETAIL_XY_1(of, n##x, __VA_ARGS__, 0) \
    NDWEAVE_DETAIL_XY_1(of, n##y, __VA_ARGS__, 1)
#define NDWEAVE_DETAIL_XY_3(of, n, ...)           \
    NDWEAVE_DETAIL_XY_2(of, n##x, __VA_ARGS__, 0) \
    NDWEAVE_DETAIL_XY_2(of, n##y, __VA_ARGS__, 1)
#define NDWEAVE_DETAIL_XYZ_1(of, n, ...) of(n##x, __VA_ARGS__, 0) of(n##y, __VA_ARGS__, 1) of(n##z, __VA_ARGS__, 2)
#define NDWEAVE_DETAIL_XYZ_2(of, n, ...)           \
    NDWEAVE_DETAIL_XYZ_1(of, n##x, __VA_ARGS__, 0) \
    NDWEAVE_DETAIL_XYZ_1(of, n##y, __VA_ARGS__, 1) \
    NDWEAVE_DETAIL_XYZ_1(of, n##z, __VA_ARGS__, 2)
#define NDWEAVE_DETAIL_XYZ_3(of, n, ...)           \
    NDWEAVE_DETAIL_XYZ_2(of, n##x, __VA_ARGS__, 0) \
    NDWEAVE_DETAIL_XYZ_2(of, n##y, __VA_ARGS__, 1) \
    NDWEAVE_DETAIL_XYZ_2(of, n##z, __VA_ARGS__, 2)
#define NDWEAVE_DETAIL_XYZW_1(of, n, ...) \
    of(n##x, __VA_ARGS__, 0) of(n##y, __VA_ARGS__, 1) of(n##z, __VA_ARGS__, 2) of(n##w, __VA_ARGS__, 3)
#define NDWEAVE_DETAIL_XYZW_2(of, n, ...)           \
    NDWEAVE_DETAIL_XYZW_1(of, n##x, __VA_ARGS__, 0) \
    NDWEAVE_DETAIL_XYZW_1(of, n##y, __VA_ARGS__, 1) \
    NDWEAVE_DETAIL_XYZW_1(of, n##z, __VA_ARGS__, 2) \
    NDWEAVE_DETAIL_XYZW_1(of, n##w, __VA_ARGS__, 3)
#define NDWEAVE_DETAIL_XYZW_3(of, n, ...)           \
    NDWEAVE_DETAIL_XYZW_2(of, n##x, __VA_ARGS__, 0) \
    NDWEAVE_DETAIL_XYZW_2(of, n##y, __VA_ARGS__, 1) \
    NDWEAVE_DETAIL_XYZW_2(of, n##z, __VA_ARGS__, 2) \
    NDWEAVE_DETAIL_XYZW_2(of, n##w, __VA_ARGS__, 3)
#define NDWEAVE_DETAIL_RGBA_1(of, n, ...) \
    of(n##r, __VA_ARGS__, 0) of(n##g, __VA_ARGS__, 1) of(n##b, __VA_ARGS__, 2) of(n##a, __VA_ARGS__, 3)
#define NDWEAVE_DETAIL_RGBA_2(of, n, ...)           \
    NDWEAVE_DETAIL_RGBA_1(of, n##r, __VA_ARGS__, 0) \
    NDWEAVE_DETAIL_RGBA_1(of, n##g, __VA_ARGS__, 1) \
    NDWEAVE_DETAIL_RGBA_1(of, n##b, __VA_ARGS__, 2) \
    NDWEAVE_DETAIL_RGBA_1(of, n##a, __VA_ARGS__, 3)
#define NDWEAVE_DETAIL_RGBA_3(of, n, ...)           \
    NDWEAVE_DETAIL_RGBA_2(of, n##r, __VA_ARGS__, 0) \
    NDWEAVE_DETAIL_RGBA_2(of, n##g, __VA_ARGS__, 1) \
    NDWEAVE_DETAIL_RGBA_2(of, n##b, __VA_ARGS__, 2) \
    NDWEAVE_DETAIL_RGBA_2(of, n##a, __VA_ARGS__, 3)

// `of` each name with the elements of a vec or a swizzle.
#define NDWEAVE_DETAIL_NAMES_1(of) of(xx, 0, 0) of(xxx, 0, 0, 0) of(xxxx, 0, 0, 0, 0)
#define NDWEAVE_DETAIL_NAMES_2(of) \
    NDWEAVE_DETAIL_XY_1(of, x, 0)  \
    NDWEAVE_DETAIL_XY_1(of, y, 1)  \
    NDWEAVE_DETAIL_XY_2(of, x, 0)  \
    NDWEAVE_DETAIL_XY_2(of, y, 1)  \
    NDWEAVE_DETAIL_XY_3(of, x, 0)  \
    NDWEAVE_DETAIL_XY_3(of, y, 1)
#define NDWEAVE_DETAIL_NAMES_3(of) \
    NDWEAVE_DETAIL_XYZ_1(of, x, 0) \
    NDWEAVE_DETAIL_XYZ_1(of, y, 1) \
    NDWEAVE_DETAIL_XYZ_1(of, z, 2) \
    NDWEAVE_DETAIL_XYZ_2(of, x, 0) \
    NDWEAVE_DETAIL_XYZ_2(of, y, 1) \
    NDWEAVE_DETAIL_XYZ_2(of, z, 2) \
    NDWEAVE_DETAIL_XYZ_3(of, x, 0) \
    NDWEAVE_DETAIL_XYZ_3(of, y, 1) \
    NDWEAVE_DETAIL_XYZ_3(of, z, 2)
#define NDWEAVE_DETAIL_NAMES_4(of)  \
    NDWEAVE_DETAIL_XYZW_1(of, x, 0) \
    NDWEAVE_DETAIL_XYZW_1(of, y, 1) \
    NDWEAVE_DETAIL_XYZW_1(of, z, 2) \
    NDWEAVE_DETAIL_XYZW_1(of, w, 3) \
    NDWEAVE_DETAIL_XYZW_2(of, x, 0) \
    NDWEAVE_DETAIL_XYZW_2(of, y, 1) \
    NDWEAVE_DETAIL_XYZW_2(of, z, 2) \
    NDWEAVE_DETAIL_XYZW_2(of, w, 3) \
    NDWEAVE_DETAIL_XYZW_3(of, x, 0) \
    NDWEAVE_DETAIL_XYZW_3(of, y, 1) \
    NDWEAVE_DETAIL_XYZW_3(of, z, 2) \
    NDWEAVE_DETAIL_XYZW_3(of, w, 3) \
    NDWEAVE_DETAIL_RGBA_3(of, r, 0) \
    NDWEAVE_DETAIL_RGBA_3(of, g, 1) \
    NDWEAVE_DETAIL_RGBA_3(of, b, 2) \
    NDWEAVE_DETAIL_RGBA_3(of, a, 3)

#define NDWEAVE_DETAIL_OF_SWIZZLE(name, ...) \
    constexpr auto name() const { return swizzle_of<__VA_ARGS__>(static_cast<const Self&>(*this)); }
#define NDWEAVE_DETAIL_OF_VEC(name, ...)                                                 \
    constexpr auto name() { return swizzle_of<__VA_ARGS__>(static_cast<Self&>(*this)); } \
    NDWEAVE_DETAIL_OF_SWIZZLE(name, __VA_ARGS__)

namespace sycl::detail {

/// Of `Self`, which has `N` elements; of more than four there are no names.
template <class Self, int N>
class named_swizzles {};

#define NDWEAVE_DETAIL_NAMED_SWIZZLES(n)                    \
    template <class T>                                      \
    class named_swizzles<vec<T, n>, n> {                    \
        using Self = vec<T, n>;                             \
                                                            \
    public:                                                 \
        NDWEAVE_DETAIL_NAMES_##n(NDWEAVE_DETAIL_OF_VEC)     \
    };                                                      \
    template <class V, int... I>                            \
    class named_swizzles<swizzled<V, I...>, n> {            \
        using Self = swizzled<V, I...>;                     \
                                                            \
    public:                                                 \
        NDWEAVE_DETAIL_NAMES_##n(NDWEAVE_DETAIL_OF_SWIZZLE) \
    };
NDWEAVE_DETAIL_NAMED_SWIZZLES(1)
NDWEAVE_DETAIL_NAMED_SWIZZLES(2)
NDWEAVE_DETAIL_NAMED_SWIZZLES(3)
NDWEAVE_DETAIL_NAMED_SWIZZLES(4)

}  // namespace sycl::detail

#undef NDWEAVE_DETAIL_XY_1
#undef NDWEAVE_DETAIL_XY_2
#undef NDWEAVE_DETAIL_XY_3
#undef NDWEAVE_DETAIL_XYZ_1
#undef NDWEAVE_DETAIL_XYZ_2
#undef NDWEAVE_DETAIL_XYZ_3
#undef NDWEAVE_DETAIL_XYZW_1
#undef NDWEAVE_DETAIL_XYZW_2
#undef NDWEAVE_DETAIL_XYZW_3
#undef NDWEAVE_DETAIL_RGBA_1
#undef NDWEAVE_DETAIL_RGBA_2
#undef NDWEAVE_DETAIL_RGBA_3
#undef NDWEAVE_DETAIL_NAMES_1
#undef NDWEAVE_DETAIL_NAMES_2
#undef NDWEAVE_DETAIL_NAMES_3
#undef NDWEAVE_DETAIL_NAMES_4
#undef NDWEAVE_DETAIL_OF_SWIZZLE
#undef NDWEAVE_DETAIL_OF_VEC
#undef NDWEAVE_DETAIL_NAMED_SWIZZLES
