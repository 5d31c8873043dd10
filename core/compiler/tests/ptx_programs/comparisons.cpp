// FpMinMax, and comparisons that choose: the predicate alone is no number.
#include <functional>

#include "ptx_instruction.hpp"

namespace ndweave::compiler::testing {

namespace {

using number = std::uint64_t;

/// Whether a < b, as numbers of that sign.
bool below(char sign, unsigned bits, number a, number b) {
    return sign == 's' ? with_sign(a, bits) < with_sign(b, bits) : a < b;
}

struct comparison {
    const char* name;
    bool if_less, if_equal, if_greater;
};

constexpr comparison comparisons[] = {{"eq", false, true, false}, {"ne", true, false, true},
                                      {"lt", true, false, false}, {"le", true, true, false},
                                      {"gt", false, false, true}, {"ge", false, true, true}};

void add_extremes(ptx_table& t, char sign, unsigned bits, const second_operand& k) {
    const std::string type = sign + std::to_string(bits);
    const auto add = [&](const std::string& opcode, bool greatest) {
        t.push_back({opcode + " " + k.name(), bits, bits, opcode + " $d, $s, " + k.text + ";", [=](number v, number o) {
                         const number b = k.of(o, bits);
                         return below(sign, bits, v, b) == greatest ? b : v;
                     }});
    };
    add("max." + type, true);
    add("min." + type, false);
}

void add_choices(ptx_table& t, char sign, unsigned bits, const second_operand& k, const comparison& c) {
    const std::string opcode = std::string("setp.") + c.name + "." + sign + std::to_string(bits);
    const std::string compare = opcode + " $p, $s, " + k.text + ";\n";
    const auto holds = [=](number v, number o) {
        const number b = k.of(o, bits);
        return v == b ? c.if_equal : below(sign, bits, v, b) ? c.if_less : c.if_greater;
    };
    t.push_back({opcode + " " + k.name() + " of constants", bits, 32, compare + "selp.b32 $d, 1, 2, $p;",
                 [=](number v, number o) { return holds(v, o) ? number{1} : number{2}; }});
    t.push_back({opcode + " " + k.name() + " of both", bits, bits,
                 compare + "selp.b" + std::to_string(bits) + " $d, $s, " + k.text + ", $p;",
                 [=](number v, number o) { return holds(v, o) ? v : k.of(o, bits); }});
}

}  // namespace

void add_comparisons(ptx_table& t) {
    for (const unsigned bits : {16u, 32u, 64u}) {
        for (const second_operand& k : second_operands()) {
            for (const char sign : {'s', 'u'}) {
                if (sign == 'u' && !k.is_register() && (k.constant == 0 || k.constant == -1)) continue;  // LLVM folds
                add_extremes(t, sign, bits, k);
                for (const comparison& c : comparisons) add_choices(t, sign, bits, k, c);
            }
        }
    }
}

}  // namespace ndweave::compiler::testing
