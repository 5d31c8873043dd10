#include "ptx_instruction.hpp"

#include <algorithm>

namespace ndweave::compiler::testing {

namespace {

ptx_table make_loads() {
    ptx_table made;
    for (const unsigned to : {16u, 32u, 64u}) {
        for (const unsigned bits : {8u, 16u, 32u, 64u}) {
            for (const char sign : {'u', 's'}) {
                if (bits > to || (bits == 64 && sign == 's')) continue;
                const std::string opcode = std::string("ld.global.") + sign + std::to_string(bits);
                made.push_back({opcode + " to " + std::to_string(to), 64, to, opcode + " $d, [%rd6];",
                                [=](std::uint64_t v, std::uint64_t) {
                                    return sign == 's' ? static_cast<std::uint64_t>(with_sign(v, bits))
                                                       : without_sign(v, bits);
                                }});
            }
        }
    }
    return made;
}

}  // namespace

const ptx_table& ptx_instructions() {
    static const ptx_table table = [] {
        ptx_table made;
        add_arithmetic(made);
        add_comparisons(made);
        add_conversions(made);
        add_float_bits(made);
        add_bit_operations(made);
        add_shifts(made);
        return made;
    }();
    return table;
}

const ptx_table& ptx_loads() {
    static const ptx_table table = make_loads();
    return table;
}

const ptx_instruction& full_load(unsigned bits) {
    const std::string width = std::to_string(bits);
    return *std::ranges::find(ptx_loads(), "ld.global.u" + width + " to " + width, &ptx_instruction::name);
}

std::string register_class(unsigned bits) { return bits == 16 ? "%rs" : bits == 32 ? "%r" : "%rd"; }

const std::vector<second_operand>& second_operands() {
    static const std::vector<second_operand> operands = [] {
        std::vector<second_operand> made(1);
        for (const int k : {0, 1, 3, 7, 77, -1, -5, 255, 300}) made.push_back({std::to_string(k), k});
        return made;
    }();
    return operands;
}

}  // namespace ndweave::compiler::testing
