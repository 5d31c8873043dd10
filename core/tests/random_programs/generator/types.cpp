#include "types.hpp"

#include <algorithm>

namespace random_programs {

std::string name_of(type t, unsigned variant) {
    static constexpr const char* names[type_count][2] = {
        {"signed char", "std::int8_t"},
        {"unsigned char", "std::uint8_t"},
        {"short", "std::int16_t"},
        {"unsigned short", "std::uint16_t"},
        {"int", "std::int32_t"},
        {"unsigned", "std::uint32_t"},
        {"std::int64_t", "std::ptrdiff_t"},
        {"std::uint64_t", "std::size_t"},
        {"float", "float"},
        {"double", "double"},
    };
    return names[static_cast<unsigned>(t)][variant % 2];
}

unsigned bits_of(type t) {
    static constexpr unsigned bits[type_count] = {8, 8, 16, 16, 32, 32, 64, 64, 32, 64};
    return bits[static_cast<unsigned>(t)];
}

bool is_signed(type t) { return is_real(t) || static_cast<unsigned>(t) % 2 == 0; }

bounds range_of(type t) {
    if (is_real(t)) return {-real_limit, real_limit};
    const wide values = wide{1} << bits_of(t);
    return is_signed(t) ? bounds{-values / 2, values / 2 - 1} : bounds{0, values - 1};
}

type promoted(type t) { return bits_of(t) < 32 ? type::i32 : t; }

type common(type a, type b) {
    a = promoted(a);
    b = promoted(b);
    if (bits_of(a) != bits_of(b)) return bits_of(a) > bits_of(b) ? a : b;
    return is_signed(a) ? b : a;
}

type without_sign(type t) { return static_cast<type>(static_cast<unsigned>(t) | 1); }

}  // namespace random_programs
