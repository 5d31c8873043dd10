/// How swizzles are made, of a vec or of a swizzle.
#pragma once

namespace sycl {

template <class T, int N>
class vec;

namespace detail {

template <class V, int... I>
class swizzled;

template <int... J, class T, int N>
constexpr swizzled<vec<T, N>, J...> swizzle_of(vec<T, N>& v) {
    return swizzled<vec<T, N>, J...>(v);
}
template <int... J, class T, int N>
constexpr swizzled<const vec<T, N>, J...> swizzle_of(const vec<T, N>& v) {
    return swizzled<const vec<T, N>, J...>(v);
}
/// A swizzle's swizzle is one of its vec.
template <int... J, class V, int... I>
constexpr auto swizzle_of(const swizzled<V, I...>& s) {
    constexpr int at[] = {I...};
    return swizzled<V, at[J]...>(s.whole());
}

}  // namespace detail
}  // namespace sycl
