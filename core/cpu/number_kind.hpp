/// Types of numbers in memory, as validation infers them from the accesses that wrote them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ndweave::detail {

enum class number_kind : std::uint8_t { none = 0, int8, int16, int32, int64, float16, float32, float64, bytes };

/// The kind of an access with the flags `what` (ndw_check_access); `bytes` if they do not tell.
number_kind kind_of_access(std::uint32_t what);

std::size_t size_of(number_kind);  // bytes; 1 for `bytes`
bool is_floating(number_kind);

/// The value of a floating-point number.
double floating_value(number_kind, const void* at);

/// Distance of `value` from the next number of its kind.
double unit_in_last_place(number_kind, double value);

double max_finite(number_kind);

/// "0x40490fdb (float 3.14159)", "0x0000002a (int 42)"; of at most 8 bytes.
std::string number_text(number_kind, const void* at, std::size_t bytes);

}  // namespace ndweave::detail
