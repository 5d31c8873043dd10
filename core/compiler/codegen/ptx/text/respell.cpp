#include "compiler/codegen/ptx/text/respell.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FormatVariadic.h>

#include "compiler/codegen/ptx/text/statement.hpp"

namespace ndweave::compiler::ptx {

using namespace llvm;

namespace {

using operand_list = SmallVector<StringRef, 4>;

/// The 16 or 32 bits of `from`, which has `bits`, that begin at `first`; to a register of as many.
std::string part(StringRef to, StringRef from, unsigned bits, unsigned first) {
    const unsigned wanted = to.starts_with("%rs") ? 16 : 32;
    if (first == 0) return formatv("cvt.u{0}.u{1} {2}, {3};", wanted, bits, to, from);
    return formatv("{{ .reg .b{0} t; shr.u{0} t, {1}, {2}; cvt.u{3}.u{0} {4}, t; }", bits, from, first, wanted, to);
}

/// mov.b32 {%rs1, %rs2}, %r1, and so for b64. "tmp" stands where LLVM needs no register.
std::string unpack(StringRef opcode, const operand_list& o) {
    const operand_list to = split_operands(o[0].drop_front().drop_back());
    const unsigned bits = opcode == "mov.b64" ? 64 : 32;
    std::string made = "{ ";
    for (std::size_t i = 0; i < to.size(); ++i) {
        if (to[i] != "tmp") made += part(to[i], o[1], bits, bits / to.size() * i) + " ";
    }
    return made + "}";
}

/// st.global.u8 [%rd1], %rs1, and so of vectors.
std::string store_bytes(StringRef opcode, const operand_list& o) {
    const bool vector = o[1].front() == '{';
    const operand_list from = vector ? split_operands(o[1].drop_front().drop_back()) : operand_list{o[1]};
    std::string made = "{ .reg .b32 ", names;
    for (std::size_t i = 0; i < from.size(); ++i) names += formatv("{0}t{1}", i == 0 ? "" : ", ", i).str();
    made += names + "; ";
    for (std::size_t i = 0; i < from.size(); ++i) made += formatv("cvt.u32.u16 t{0}, {1}; ", i, from[i]).str();
    return made + formatv(vector ? "{0} {1}, {{{2}}; }" : "{0} {1}, {2}; }", opcode, o[0], names).str();
}

/// bfe.u32 %r2, %r1, first, bits.
std::string extract(StringRef opcode, const operand_list& o) {
    const unsigned width = opcode.ends_with("64") ? 64 : 32;
    unsigned first = 0, bits = 0;
    if (o[2].getAsInteger(10, first) || o[3].getAsInteger(10, bits) || bits == 0 || first + bits > width) return {};
    if (first + bits == width)
        return formatv("shr.{0}{1} {2}, {3}, {4};", opcode.contains(".u") ? 'u' : 's', width, o[0], o[1], first);
    if (opcode.contains(".u"))
        return formatv("{{ .reg .b{0} t; shr.u{0} t, {1}, {2}; and.b{0} {3}, t, {4}; }", width, o[1], first, o[0],
                       (std::uint64_t{1} << bits) - 1);
    return formatv("{{ .reg .b{0} t; shl.b{0} t, {1}, {2}; shr.s{0} {3}, t, {4}; }", width, o[1], width - first - bits,
                   o[0], width - bits);
}

/// LLVM writes constants with their sign, "max.u16 %rs2, %rs1, -5" too.
std::string widened_constant(StringRef constant, char sign) {
    std::int16_t value = 0;
    if (constant.getAsInteger(10, value)) return constant.str();
    return std::to_string(sign == 'u' ? static_cast<std::uint16_t>(value) : int{value});
}

/// An operation on 16 bits, "max.s16" or "abs.s16", done in 32.
std::string widen(StringRef opcode, const operand_list& o) {
    const auto [name, type] = opcode.split('.');
    const char sign = type.front();
    std::string made = "{ .reg .b32 t0, t1; ", from;
    for (std::size_t i = 1; i < o.size(); ++i) {
        const bool is_register = o[i].front() == '%';
        made += formatv(is_register ? "cvt.{0}32.{0}16 t{1}, {2}; " : "mov.b32 t{1}, {2}; ", sign, i - 1,
                        is_register ? o[i].str() : widened_constant(o[i], sign))
                    .str();
        from += formatv(", t{0}", i - 1).str();
    }
    return made + formatv("{0}.{1}32 t0{2}; cvt.u16.u32 {3}, t0; }", name, sign, from, o[0]).str();
}

/// abs.s32: the least integer stays what it is.
std::string absolute(StringRef opcode, const operand_list& o) {
    const unsigned width = opcode.ends_with("64") ? 64 : 32;
    return formatv("{{ .reg .b{0} t0, t1; shr.s{0} t0, {1}, {2}; xor.b{0} t1, {1}, t0; sub.s{0} {3}, t1, t0; }", width,
                   o[1], width - 1, o[0]);
}

/// cvt.s8.s32 %rs1, %r1: a byte with its sign in 16 bits.
std::string sign_byte(StringRef opcode, const operand_list& o) {
    const bool wide = opcode.ends_with("64");
    return formatv("{{ .reg .b32 t; {0} {1}; cvt.s32.s8 t, t; cvt.u16.u32 {2}, t; }",
                   wide ? "cvt.u32.u64 t," : "mov.b32 t,", o[1], o[0]);
}

/// The opposite of `from`, of 16 or 32 bits, done in 64.
std::string negate(unsigned bits, StringRef to, StringRef from) {
    return formatv("{{ .reg .b64 t; cvt.s64.s{0} t, {1}; neg.s64 t, t; cvt.u{0}.u64 {2}, t; }", bits, from, to);
}

/// neg.s32, and what the assembler takes for one.
std::string negated_word(StringRef opcode, const operand_list& o) {
    if (opcode == "neg.s32") return negate(32, o[0], o[1]);
    if (opcode == "sub.s32" && o[1] == "0") return negate(32, o[0], o[2]);
    if (opcode == "mul.lo.s32" && o[2] == "-1") return negate(32, o[0], o[1]);
    return {};
}

/// mul.hi.u32 %r3, %r1, %r2: the upper half of the whole product.
std::string upper_product(StringRef opcode, const operand_list& o) {
    return formatv("{{ .reg .b64 t; mul.wide.{0} t, {1}, {2}; shr.u64 t, t, 32; cvt.u32.u64 {3}, t; }",
                   opcode.rsplit('.').second, o[1], o[2], o[0]);
}

/// Nothing where the statement is as good as it is.
std::string respelled(const statement& s) {
    const StringRef name = s.opcode;
    const std::size_t count = s.operands.size();
    if (count == 2 && (name == "mov.b32" || name == "mov.b64") && s.operands[0].front() == '{' &&
        s.operands[1].starts_with("%r") && s.operands[0].contains("%r"))
        return unpack(name, s.operands);
    if (count == 2 && name.starts_with("st.") && name.ends_with(".u8")) return store_bytes(name, s.operands);
    if (count == 4 && name.starts_with("bfe.")) return extract(name, s.operands);
    if (is_contained({"min.s16", "min.u16", "max.s16", "max.u16", "abs.s16"}, name)) return widen(name, s.operands);
    if (name == "abs.s32" || name == "abs.s64") return absolute(name, s.operands);
    if (name == "cvt.s8.s32" || name == "cvt.s8.s64") return sign_byte(name, s.operands);
    if (name == "neg.s16") return negate(16, s.operands[0], s.operands[1]);
    if (is_contained({"neg.s32", "sub.s32", "mul.lo.s32"}, name)) return negated_word(name, s.operands);
    if (name == "mul.hi.s32" || name == "mul.hi.u32") return upper_product(name, s.operands);
    return {};
}

/// The statement of "{ .reg .b16 tmp; mov.b32 {tmp, %rs2}, %r1; }"; others as they are.
StringRef without_block(StringRef line) {
    StringRef inner = line.trim();
    if (!inner.consume_front("{ .reg .b") || !inner.consume_back("; }")) return line;
    return inner.split("; ").second;
}

}  // namespace

std::string respell(StringRef text) {
    SmallVector<StringRef> lines;
    text.split(lines, '\n');
    std::string made;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i != 0) made += '\n';
        const std::string better = respelled(statement(without_block(lines[i])));
        made += better.empty() ? lines[i].str() : "\t" + better;
    }
    return made;
}

}  // namespace ndweave::compiler::ptx
