/// Numbers in memory as validation knows them: by the accesses that wrote them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ndweave::detail {

enum class number_kind : std::uint8_t { none = 0, int8, int16, int32, int64, half, single, twofold, bytes };

/// Of the accesses that `what` (ndw_check_access) describes; `bytes` where it does not say.
number_kind kind_of_access(std::uint32_t what);

std::size_t size_of(number_kind);  // bytes; 1 for `bytes`
bool is_floating(number_kind);

/// The value of a floating-point number.
double floating_value(number_kind, const void* at);

/// Distance of `value` from the next number of its kind.
double unit_in_last_place(number_kind, double value);

double largest_finite(number_kind);

/// "0x40490fdb (float 3.14159)", "0x0000002a (int 42)"; of at most 8 bytes.
std::string number_text(number_kind, const void* at, std::size_t bytes);

}  // namespace ndweave::detail
