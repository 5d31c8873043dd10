/// sycl_ext_oneapi_dot_accumulate: products of four small integers each, summed up.
#pragma once

#include <cstdint>

#include "sycl/types/vec.hpp"

#define SYCL_EXT_ONEAPI_DOT_ACCUMULATE 1

namespace sycl::detail {
/// Of the bytes of `a` and `b`, which are signed as the types are.
template <class A, class B>
std::int32_t dot_of_bytes(A a, B b, std::int32_t c) {
    using byte_of_a = std::conditional_t<std::is_signed_v<A>, std::int8_t, std::uint8_t>;
    using byte_of_b = std::conditional_t<std::is_signed_v<B>, std::int8_t, std::uint8_t>;
    // Sums wrap around, as the instructions of GPUs do.
    std::uint32_t sum = static_cast<std::uint32_t>(c);
    for (int bit = 0; bit < 32; bit += 8)
        sum += static_cast<std::uint32_t>(static_cast<byte_of_a>(a >> bit) * static_cast<byte_of_b>(b >> bit));
    return static_cast<std::int32_t>(sum);
}
template <class A, class B>
std::int32_t dot_of_vectors(const vec<A, 4>& a, const vec<B, 4>& b, std::int32_t c) {
    std::uint32_t sum = static_cast<std::uint32_t>(c);
    for (int k = 0; k < 4; ++k) sum += static_cast<std::uint32_t>(a[k] * b[k]);
    return static_cast<std::int32_t>(sum);
}
}  // namespace sycl::detail

namespace sycl::ext::oneapi {

/// `c` and the four products of the bytes, the lowest first, of `a` and `b`: signed ones of a signed number.
inline std::int32_t dot_acc(std::int32_t a, std::int32_t b, std::int32_t c) { return detail::dot_of_bytes(a, b, c); }
inline std::int32_t dot_acc(std::uint32_t a, std::uint32_t b, std::int32_t c) { return detail::dot_of_bytes(a, b, c); }
inline std::int32_t dot_acc(std::int32_t a, std::uint32_t b, std::int32_t c) { return detail::dot_of_bytes(a, b, c); }
inline std::int32_t dot_acc(std::uint32_t a, std::int32_t b, std::int32_t c) { return detail::dot_of_bytes(a, b, c); }

inline std::int32_t dot_acc(vec<std::int8_t, 4> a, vec<std::int8_t, 4> b, std::int32_t c) {
    return detail::dot_of_vectors(a, b, c);
}
inline std::int32_t dot_acc(vec<std::uint8_t, 4> a, vec<std::uint8_t, 4> b, std::int32_t c) {
    return detail::dot_of_vectors(a, b, c);
}
inline std::int32_t dot_acc(vec<std::uint8_t, 4> a, vec<std::int8_t, 4> b, std::int32_t c) {
    return detail::dot_of_vectors(a, b, c);
}
inline std::int32_t dot_acc(vec<std::int8_t, 4> a, vec<std::uint8_t, 4> b, std::int32_t c) {
    return detail::dot_of_vectors(a, b, c);
}

}  // namespace sycl::ext::oneapi
