// Shifts, by constants and by registers.
#include "ptx_instruction.hpp"

namespace ndweave::compiler::testing {

namespace {

using number = std::uint64_t;

number shifted(char kind, number v, unsigned bits, unsigned count) {
    switch (kind) {
        case 'l':
            return v << count;
        case 'u':
            return v >> count;
        default:
            return static_cast<number>(with_sign(v, bits) >> count);
    }
}

std::string opcode_of(char kind, unsigned bits) {
    return (kind == 'l' ? "shl.b" : std::string("shr.") + kind) + std::to_string(bits);
}

void add_by_constant(ptx_table& t, char kind, unsigned bits, unsigned count) {
    const std::string opcode = opcode_of(kind, bits), by = std::to_string(count);
    t.push_back({opcode + " " + by, bits, bits, opcode + " $d, $s, " + by + ";",
                 [=](number v, number) { return shifted(kind, v, bits, count); }});
}

/// By the lower bits of a register, which are fewer than the width.
void add_by_register(ptx_table& t, char kind, unsigned bits) {
    const std::string opcode = opcode_of(kind, bits), width = std::to_string(bits);
    const std::string narrow = bits == 32 ? "" : "cvt.u32.u" + width + " $t, $o;\n";
    const std::string cut = std::string("and.b32 $t, ") + (bits == 32 ? "$o, " : "$t, ") + std::to_string(bits - 1);
    t.push_back({opcode + " o", bits, bits, narrow + cut + ";\n" + opcode + " $d, $s, $t;",
                 [=](number v, number o) { return shifted(kind, v, bits, static_cast<unsigned>(o & (bits - 1))); }});
}

}  // namespace

void add_shifts(ptx_table& t) {
    for (const unsigned bits : {16u, 32u, 64u}) {
        for (const char kind : {'l', 'u', 's'}) {
            for (const unsigned count : {1u, 4u, 7u, 8u, 15u, 16u, 24u, 31u, 40u}) {
                // LLVM joins shifts to the left; where they are 64 or more together, NVIDIA's assembler is wrong.
                if (count < bits && (kind != 'l' || bits < 64 || count < 8)) add_by_constant(t, kind, bits, count);
            }
            add_by_register(t, kind, bits);
        }
    }
    for (const unsigned count : {5u, 16u, 24u}) {  // the upper word of o:s, shifted to the left
        const std::string by = std::to_string(count);
        t.push_back({"shf.l.wrap.b32 o " + by, 32, 32, "shf.l.wrap.b32 $d, $s, $o, " + by + ";",
                     [=](number v, number o) { return (o << 32 | v) << count >> 32; }});
    }
}

}  // namespace ndweave::compiler::testing
