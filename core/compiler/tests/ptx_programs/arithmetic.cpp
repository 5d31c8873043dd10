// Sums, products, quotients and bitwise logic.
#include "ptx_instruction.hpp"

namespace ndweave::compiler::testing {

namespace {

using number = std::uint64_t;
__extension__ using wide_number = __int128;
__extension__ using wide_bits = unsigned __int128;

/// The operands of `bits` as numbers of that sign.
struct typed {
    char sign;
    unsigned bits;

    std::string name() const { return sign + std::to_string(bits); }
    wide_number operator()(number v) const {
        return sign == 's' ? wide_number(with_sign(v, bits)) : wide_number(without_sign(v, bits));
    }
};

template <class Function>
void add_binary(ptx_table& t, const std::string& opcode, unsigned from, unsigned to, const second_operand& k,
                Function result) {
    t.push_back({opcode + " " + k.name(), from, to, opcode + " $d, $s, " + k.text + ";",
                 [=](number v, number o) { return static_cast<number>(result(v, k.of(o, from))); }});
}

void add_same_for_both_signs(ptx_table& t, unsigned bits, const second_operand& k) {
    const std::string width = std::to_string(bits);
    add_binary(t, "add.s" + width, bits, bits, k, [](number a, number b) { return a + b; });
    add_binary(t, "sub.s" + width, bits, bits, k, [](number a, number b) { return a - b; });
    add_binary(t, "mul.lo.s" + width, bits, bits, k, [](number a, number b) { return a * b; });
    add_binary(t, "and.b" + width, bits, bits, k, [](number a, number b) { return a & b; });
    add_binary(t, "or.b" + width, bits, bits, k, [](number a, number b) { return a | b; });
    add_binary(t, "xor.b" + width, bits, bits, k, [](number a, number b) { return a ^ b; });
}

void add_products(ptx_table& t, typed n, const second_operand& k) {
    add_binary(t, "mul.hi." + n.name(), n.bits, n.bits, k,
               [n](number a, number b) { return (wide_bits(n(a)) * wide_bits(n(b))) >> n.bits; });
    if (n.bits == 64) return;
    add_binary(t, "mul.wide." + n.name(), n.bits, 2 * n.bits, k, [n](number a, number b) { return n(a) * n(b); });
}

/// By constants that LLVM keeps: those by a power of two it makes shifts of, but for those with a sign.
void add_quotients(ptx_table& t, typed n, const second_operand& k) {
    if (n.bits == 64 || k.is_register() || k.constant == 0 || k.constant == -1) return;
    add_binary(t, "div." + n.name(), n.bits, n.bits, k, [n](number a, number b) { return n(a) / n(b); });
    add_binary(t, "rem." + n.name(), n.bits, n.bits, k, [n](number a, number b) { return n(a) % n(b); });
}

/// By registers, which are made odd.
void add_quotients_by_registers(ptx_table& t, unsigned bits) {
    const std::string width = std::to_string(bits), odd = "or.b" + width + " $w, $o, 1;\n";
    t.push_back({"div.u" + width + " o", bits, bits, odd + "div.u" + width + " $d, $s, $w;",
                 [](number v, number o) { return v / (o | 1); }});
    t.push_back({"rem.u" + width + " o", bits, bits, odd + "rem.u" + width + " $d, $s, $w;",
                 [](number v, number o) { return v % (o | 1); }});
}

void add_products_and_sums(ptx_table& t, unsigned bits) {
    const std::string opcode = "mad.lo.s" + std::to_string(bits);
    for (const int k : {3, -7, 100}) {
        t.push_back({opcode + " o " + std::to_string(k), bits, bits, opcode + " $d, $s, $o, " + std::to_string(k) + ";",
                     [k](number v, number o) { return v * o + static_cast<number>(k); }});
    }
    t.push_back(
        {opcode + " 5 o", bits, bits, opcode + " $d, $s, 5, $o;", [](number v, number o) { return v * 5 + o; }});
}

}  // namespace

void add_arithmetic(ptx_table& t) {
    for (const unsigned bits : {16u, 32u, 64u}) {
        for (const second_operand& k : second_operands()) {
            add_same_for_both_signs(t, bits, k);
            for (const char sign : {'s', 'u'}) {
                add_products(t, {sign, bits}, k);
                add_quotients(t, {sign, bits}, k);
            }
        }
        add_quotients_by_registers(t, bits);
        add_products_and_sums(t, bits);
    }
}

}  // namespace ndweave::compiler::testing
