#include "cpu/number_kind.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

#include "compiler/abi.h"

namespace ndweave::detail {
namespace {

template <class T>
T load(const void* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

double half_value(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double sign = bits & 0x8000 ? -1 : 1;
    if (exponent == 31) {
        return fraction ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
    }
    return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

std::int64_t integer_value(const void* at, std::size_t bytes) {
    switch (bytes) {
        case 1:
            return load<std::int8_t>(at);
        case 2:
            return load<std::int16_t>(at);
        case 4:
            return load<std::int32_t>(at);
        default:
            return load<std::int64_t>(at);
    }
}

std::string hexadecimal(const void* at, std::size_t bytes) {
    std::string text = "0x";
    for (std::size_t i = bytes; i-- > 0;) {
        char digits[3];
        std::snprintf(digits, sizeof digits, "%02x", static_cast<const unsigned char*>(at)[i]);
        text += digits;
    }
    return text;
}

}  // namespace

number_kind kind_of_access(std::uint32_t what) {
    const std::uint32_t bytes = what / NDW_CHECK_ELEMENT % 256;
    if (what & NDW_CHECK_FLOAT) {
        return bytes == 2 ? number_kind::float16 : bytes == 4 ? number_kind::float32 : number_kind::float64;
    }
    switch (bytes) {
        case 1:
            return number_kind::int8;
        case 2:
            return number_kind::int16;
        case 4:
            return number_kind::int32;
        case 8:
            return number_kind::int64;
        default:
            return number_kind::bytes;
    }
}

std::size_t size_of(number_kind kind) {
    switch (kind) {
        case number_kind::int16:
        case number_kind::float16:
            return 2;
        case number_kind::int32:
        case number_kind::float32:
            return 4;
        case number_kind::int64:
        case number_kind::float64:
            return 8;
        default:
            return 1;
    }
}

bool is_floating(number_kind kind) {
    return kind == number_kind::float16 || kind == number_kind::float32 || kind == number_kind::float64;
}

double floating_value(number_kind kind, const void* at) {
    if (kind == number_kind::float16) return half_value(load<std::uint16_t>(at));
    return kind == number_kind::float32 ? load<float>(at) : load<double>(at);
}

double unit_in_last_place(number_kind kind, double value) {
    const int digits = kind == number_kind::float16 ? 11 : kind == number_kind::float32 ? 24 : 53;
    const int min_exponent = kind == number_kind::float16 ? -24 : kind == number_kind::float32 ? -149 : -1074;
    if (value == 0) return std::ldexp(1.0, min_exponent);
    return std::ldexp(1.0, std::max(std::ilogb(value) + 1 - digits, min_exponent));
}

double max_finite(number_kind kind) {
    if (kind == number_kind::float16) return 65504;
    return kind == number_kind::float32 ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
}

std::string number_text(number_kind kind, const void* at, std::size_t bytes) {
    std::string text = hexadecimal(at, bytes);
    char value[64] = "";
    if (is_floating(kind)) {
        const char* const name = kind == number_kind::float16   ? "half"
                                 : kind == number_kind::float32 ? "float"
                                                                : "double";
        std::snprintf(value, sizeof value, " (%s %.9g)", name, floating_value(kind, at));
    } else if (kind != number_kind::bytes && kind != number_kind::none) {
        std::snprintf(value, sizeof value, " (int%zu %lld)", 8 * bytes,
                      static_cast<long long>(integer_value(at, bytes)));
    }
    return text + value;
}

}  // namespace ndweave::detail
