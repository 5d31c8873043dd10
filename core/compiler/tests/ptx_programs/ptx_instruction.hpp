/// Instructions of PTX on integers, with what each makes of its operands: what programs are made of that hold an
/// assembler to the specification.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ndweave::compiler::testing {

struct ptx_instruction {
    std::string name;
    unsigned from, to;  // bits of the operands, and of the result: 16, 32 or 64

    /// Statements, one a line: $d is the result, $s the first operand, $o the second; $p a predicate, $f and $g floats,
    /// $F and $G doubles, $t a register of 32 bits, $w one as wide as the operands, $n one that nobody writes.
    std::string text;

    /// Of operands without a sign. What is above `to` bits of the result does not count.
    std::function<std::uint64_t(std::uint64_t, std::uint64_t)> evaluate;

    bool reads_second() const { return text.find("$o") != std::string::npos; }
};

using ptx_table = std::vector<ptx_instruction>;

/// All but loads and stores.
const ptx_table& ptx_instructions();

/// Whose operand is the number in memory, of 64 bits, at [%rd6].
const ptx_table& ptx_loads();

/// The load of all `bits` of a register.
const ptx_instruction& full_load(unsigned bits);

// The table's parts.
void add_arithmetic(ptx_table&);
void add_comparisons(ptx_table&);
void add_conversions(ptx_table&);
void add_float_bits(ptx_table&);
void add_bit_operations(ptx_table&);
void add_shifts(ptx_table&);

constexpr std::uint64_t without_sign(std::uint64_t value, unsigned bits) {
    return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

constexpr std::int64_t with_sign(std::uint64_t value, unsigned bits) {
    return static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits);
}

/// "%r" for 32 bits.
std::string register_class(unsigned bits);

/// A second operand: another register, or a constant as LLVM writes them, with its sign also where none counts.
struct second_operand {
    std::string text = "$o";
    std::int64_t constant = 0;

    bool is_register() const { return text == "$o"; }
    std::string name() const { return is_register() ? "o" : text; }
    std::uint64_t of(std::uint64_t other, unsigned bits) const {
        return without_sign(is_register() ? other : static_cast<std::uint64_t>(constant), bits);
    }
};

/// A register, and constants of all kinds.
const std::vector<second_operand>& second_operands();

}  // namespace ndweave::compiler::testing
