// Instructions on bits and bytes.
#include <bit>

#include "ptx_instruction.hpp"

namespace ndweave::compiler::testing {

namespace {

using number = std::uint64_t;

void add_unary(ptx_table& t, const std::string& opcode, unsigned from, unsigned to,
               std::function<number(number)> result) {
    t.push_back({opcode, from, to, opcode + " $d, $s;", [=](number v, number) { return result(v); }});
}

number reversed(number v) {
    number made = 0;
    for (unsigned i = 0; i < 32; ++i) made |= (v >> i & 1) << (31 - i);
    return made;
}

/// prmt.b32: each digit of `selector` says which byte of b:a, and with its highest bit, that byte's sign.
number permuted(number a, number b, unsigned selector) {
    const number bytes = a | b << 32;
    number made = 0;
    for (unsigned i = 0; i < 4; ++i) {
        const unsigned digit = selector >> 4 * i & 15;
        number byte = bytes >> 8 * (digit & 7) & 0xff;
        if (digit & 8) byte = byte & 0x80 ? 0xff : 0;
        made |= byte << 8 * i;
    }
    return made;
}

constexpr unsigned selectors[] = {0,      0x3210, 0x7604, 0x5410, 0x3340, 0x1111, 0x4321,
                                  0x8880, 0x3232, 0x4440, 0xbbb3, 0x7777, 0x7632, 0x4140};

void add_permutations(ptx_table& t) {
    for (const unsigned selector : selectors) {
        const std::string number_of = std::to_string(selector);
        t.push_back({"prmt.b32 o " + number_of, 32, 32, "prmt.b32 $d, $s, $o, " + number_of + ";",
                     [=](number v, number o) { return permuted(v, o, selector); }});
        if (selector & 0x4444) continue;
        t.push_back({"prmt.b32 undefined " + number_of, 32, 32, "prmt.b32 $d, $s, $n, " + number_of + ";",
                     [=](number v, number) { return permuted(v, 0, selector); }});
    }
}

void add_extracts(ptx_table& t) {
    struct field {
        unsigned first, bits;
    };
    for (const field f : {field{0, 8}, {8, 8}, {16, 8}, {24, 8}, {0, 16}, {16, 16}, {4, 3}}) {
        const std::string where = std::to_string(f.first) + ", " + std::to_string(f.bits);
        t.push_back({"bfe.u32 " + where, 32, 32, "bfe.u32 $d, $s, " + where + ";",
                     [=](number v, number) { return without_sign(v >> f.first, f.bits); }});
        t.push_back({"bfe.s32 " + where, 32, 32, "bfe.s32 $d, $s, " + where + ";",
                     [=](number v, number) { return static_cast<number>(with_sign(v >> f.first, f.bits)); }});
    }
}

}  // namespace

void add_bit_operations(ptx_table& t) {
    for (const unsigned bits : {16u, 32u, 64u}) {
        const std::string width = std::to_string(bits);
        add_unary(t, "not.b" + width, bits, bits, [](number v) { return ~v; });
        add_unary(t, "neg.s" + width, bits, bits, [](number v) { return 0 - v; });
        add_unary(t, "abs.s" + width, bits, bits, [=](number v) { return with_sign(v, bits) < 0 ? 0 - v : v; });
        if (bits == 16) continue;
        add_unary(t, "popc.b" + width, bits, 32, [](number v) { return static_cast<number>(std::popcount(v)); });
        add_unary(t, "clz.b" + width, bits, 32,
                  [=](number v) { return static_cast<number>(std::countl_zero(v)) - (64 - bits); });
    }
    add_unary(t, "brev.b32", 32, 32, reversed);
    add_permutations(t);
    add_extracts(t);
}

}  // namespace ndweave::compiler::testing
