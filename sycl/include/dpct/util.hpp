/// dpct's functions of sub-groups and of bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "sycl/builtins/integer.hpp"
#include "sycl/core_names.hpp"
#include "sycl/types/vec.hpp"

namespace dpct {

namespace detail {
template <class Of>
class error_code {
public:
    constexpr error_code(int code = 0) : code_(code) {}
    constexpr operator int() const { return code_; }

private:
    int code_;
};
}  // namespace detail

/// Of the runtime's functions, and of the driver's: 0 where there was no error.
using err0 = detail::error_code<struct runtime_functions>;
using err1 = detail::error_code<struct driver_functions>;

// Of sub-groups that are divided into parts of `logical_sub_group_size` work-items, a power of two, as CUDA's warps by
// the width of a shuffle: a work-item beyond the ends of the part gets its own value. All of the sub-group come to
// them.

namespace detail {

template <class T>
T of_lane(sycl::sub_group sg, T x, unsigned lane) {
    return sycl::select_from_group(sg, x, lane);
}

struct part {
    part(sycl::sub_group sg, unsigned size) : id(sg.get_local_linear_id()), first(id / size * size), end(first + size) {
        const unsigned all = sg.get_local_linear_range();
        end = end < all ? end : all;
    }
    unsigned id, first, end;
};

}  // namespace detail

/// The value of the part's work-item `id`, modulo the size.
template <class T>
T select_from_sub_group(sycl::sub_group sg, T x, int id, int logical_sub_group_size = 32) {
    const auto size = static_cast<unsigned>(logical_sub_group_size);
    return detail::of_lane(sg, x, detail::part(sg, size).first + static_cast<unsigned>(id) % size);
}
/// Of the work-item that is `delta` further.
template <class T>
T shift_sub_group_left(sycl::sub_group sg, T x, unsigned delta, int logical_sub_group_size = 32) {
    const detail::part p(sg, static_cast<unsigned>(logical_sub_group_size));
    return detail::of_lane(sg, x, delta < p.end - p.id ? p.id + delta : p.id);
}
/// Of the work-item that is `delta` before.
template <class T>
T shift_sub_group_right(sycl::sub_group sg, T x, unsigned delta, int logical_sub_group_size = 32) {
    const detail::part p(sg, static_cast<unsigned>(logical_sub_group_size));
    return detail::of_lane(sg, x, delta <= p.id - p.first ? p.id - delta : p.id);
}
/// Of the work-item with this exclusive or of the ids.
template <class T>
T permute_sub_group_by_xor(sycl::sub_group sg, T x, unsigned mask, int logical_sub_group_size = 32) {
    const auto size = static_cast<unsigned>(logical_sub_group_size);
    const detail::part p(sg, size);
    const unsigned lane = p.first + ((p.id - p.first) ^ mask);
    return detail::of_lane(sg, x, lane < p.end ? lane : p.id);
}

/// The upper or lower 32 bits of a double, and a double of both.
inline int cast_double_to_int(double x, bool use_high32 = true) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    return static_cast<int>(use_high32 ? bits >> 32 : bits);
}
inline double cast_ints_to_double(int high32, int low32) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(static_cast<std::uint32_t>(high32)) << 32 |
                                 static_cast<std::uint32_t>(low32));
}

template <class T>
requires std::is_unsigned_v<T> T reverse_bits(T x) {
    T reversed = 0;
    for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit) {
        reversed = static_cast<T>(reversed << 1 | (x & 1));
        x = static_cast<T>(x >> 1);
    }
    return reversed;
}

/// The position of the lowest bit that is set, from 1; 0: none is.
template <class T>
requires std::is_integral_v<T> int ffs(T x) {
    return x == 0 ? 0 : std::countr_zero(static_cast<std::make_unsigned_t<T>>(x)) + 1;
}

/// Four of the eight bytes of `b` and, the lower ones, `a`: those that the lower three bits of the half-bytes of `s`
/// name.
inline unsigned byte_level_permute(unsigned a, unsigned b, unsigned s) {
    const std::uint64_t both = static_cast<std::uint64_t>(b) << 32 | a;
    unsigned result = 0;
    for (unsigned k = 0; k < 4; ++k) {
        const unsigned from = s >> 4 * k & 7;
        result |= static_cast<unsigned>(both >> 8 * from & 0xff) << 8 * k;
    }
    return result;
}

}  // namespace dpct
