// Wider and narrower integers, halves of registers, and floating point of 16 bits.
#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APSInt.h>

#include "ptx_instruction.hpp"

namespace ndweave::compiler::testing {

namespace {

using number = std::uint64_t;

number extended(char sign, number v, unsigned bits) {
    return sign == 's' ? static_cast<number>(with_sign(v, bits)) : without_sign(v, bits);
}

/// The nearest number of IEEE's binary16; infinite where it is too large.
number half_of(char sign, number v, unsigned bits) {
    llvm::APFloat made(llvm::APFloat::IEEEhalf());
    made.convertFromAPInt(llvm::APInt(bits, without_sign(v, bits)), sign == 's', llvm::APFloat::rmNearestTiesToEven);
    return made.bitcastToAPInt().getZExtValue();
}

void add_extension(ptx_table& t, char sign, unsigned from, unsigned to, unsigned bits) {
    const std::string opcode = std::string("cvt.") + sign + std::to_string(to) + "." + sign + std::to_string(bits);
    t.push_back({opcode + " of " + std::to_string(from), from, to, opcode + " $d, $s;",
                 [=](number v, number) { return extended(sign, v, bits); }});
}

/// To a wider register, and of the lower bits in the same register.
void add_extensions(ptx_table& t) {
    for (const unsigned to : {16u, 32u, 64u}) {
        for (const unsigned bits : {8u, 16u, 32u}) {
            if (bits >= to) continue;
            add_extension(t, 's', to, to, bits);
            if (bits == 8) continue;
            add_extension(t, 's', bits, to, bits);
            add_extension(t, 'u', bits, to, bits);
        }
    }
}

void add_truncations(ptx_table& t) {
    const auto add = [&](const std::string& opcode, unsigned from, unsigned to, char sign, unsigned bits) {
        t.push_back({opcode, from, to, opcode + " $d, $s;", [=](number v, number) { return extended(sign, v, bits); }});
    };
    add("cvt.u16.u32", 32, 16, 'u', 16);
    add("cvt.u16.u64", 64, 16, 'u', 16);
    add("cvt.u32.u64", 64, 32, 'u', 32);
    add("cvt.s8.s32", 32, 16, 's', 8);
    add("cvt.s8.s64", 64, 16, 's', 8);
}

void add_floating_point(ptx_table& t) {
    for (const char sign : {'s', 'u'}) {
        for (const unsigned bits : {16u, 32u, 64u}) {
            const std::string opcode = std::string("cvt.rn.f16.") + sign + std::to_string(bits);
            t.push_back(
                {opcode, bits, 16, opcode + " $d, $s;", [=](number v, number) { return half_of(sign, v, bits); }});
        }
        const std::string to_float = std::string("cvt.rn.f32.") + sign + "16";
        t.push_back({to_float + ", to f16", 16, 16, to_float + " $f, $s;\ncvt.rn.f16.f32 $d, $f;",
                     [=](number v, number) { return half_of(sign, v, 16); }});
        t.push_back({to_float + ", to s32", 16, 32, to_float + " $f, $s;\ncvt.rzi.s32.f32 $d, $f;",
                     [=](number v, number) { return extended(sign, v, 16); }});
    }
}

void add_halves(ptx_table& t) {
    const auto add = [&](const char* name, unsigned from, unsigned to, const char* text, auto result) {
        t.push_back({name, from, to, text, result});
    };
    add("pack s s", 16, 32, "mov.b32 $d, {$s, $s};", [](number v, number) { return v | v << 16; });
    add("pack s o", 16, 32, "mov.b32 $d, {$s, $o};", [](number v, number o) { return v | o << 16; });
    add("lower half of 32", 32, 16, "{ .reg .b16 tmp; mov.b32 {$d, tmp}, $s; }", [](number v, number) { return v; });
    add("upper half of 32", 32, 16, "{ .reg .b16 tmp; mov.b32 {tmp, $d}, $s; }",
        [](number v, number) { return v >> 16; });
    add("shifted half of 32", 32, 16, "shr.u32 $t, $s, 16;\ncvt.u16.u32 $d, $t;",
        [](number v, number) { return v >> 16; });
    add("lower half of 64", 64, 32, "{ .reg .b32 tmp; mov.b64 {$d, tmp}, $s; }", [](number v, number) { return v; });
    add("upper half of 64", 64, 32, "{ .reg .b32 tmp; mov.b64 {tmp, $d}, $s; }",
        [](number v, number) { return v >> 32; });
}

}  // namespace

void add_conversions(ptx_table& t) {
    add_extensions(t);
    add_truncations(t);
    add_floating_point(t);
    add_halves(t);
}

}  // namespace ndweave::compiler::testing
