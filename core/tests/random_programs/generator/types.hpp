/// The arithmetic types of random programs, with C++'s rules of conversion on a machine whose int has 32 bits.
#pragma once

#include <string>

namespace random_programs {

__extension__ typedef __int128 wide;  // every value of every integer type, and products of two

enum class type { i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };
constexpr unsigned type_count = 10, integer_count = 8;

/// All values between two, both of which are among them.
struct bounds {
    wide low, high;

    bool within(const bounds& other) const { return other.low <= low && high <= other.high; }
    bool contains(wide value) const { return low <= value && value <= high; }
};

/// How C++ spells it; some types have two names, of which `variant` chooses.
std::string name_of(type, unsigned variant = 0);
unsigned bits_of(type);
bool is_signed(type);
constexpr bool is_real(type t) { return t == type::f32 || t == type::f64; }

/// All values of an integer type; those that random programs keep in variables of a real type.
bounds range_of(type);

/// What an integer becomes as an operand; the type of an operation on two integers.
type promoted(type);
type common(type, type);
/// The integer type of as many bits without sign.
type without_sign(type);

/// The most that keeps sums and products of multiples of 1/4 exact: below 2^22 in a float.
constexpr wide exact_limit = wide{1} << 18;
constexpr wide real_limit = 32;  // of the absolute values in variables

}  // namespace random_programs
