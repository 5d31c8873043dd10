#include "compiler/target/ptx/merged_operations.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/FormatVariadic.h>

#include <vector>

#include "compiler/target/ptx/statement.hpp"

namespace ndweave::compiler::ptx {

using namespace llvm;

namespace {

/// mov.b32 %r1, %f3, and so of %rd1 and %fd3.
bool reads_bits(const statement& s) {
    return s.opcode.starts_with("mov.b") && s.operands.size() == 2 && s.operands[0].starts_with("%r") &&
           s.operands[1].starts_with("%f");
}

bool is_extreme(const statement& s) { return is_contained({"min.s32", "max.s32"}, s.opcode); }

/// Also the registers that moves make one of these of.
StringSet<> with_moved(ArrayRef<statement> all, StringSet<> registers) {
    for (bool grew = true; grew;) {
        grew = false;
        for (const statement& s : all) {
            if (s.opcode.starts_with("mov.") && s.operands.size() == 2 && registers.contains(s.operands[0]))
                grew |= registers.insert(s.operands[1]).second;
        }
    }
    return registers;
}

}  // namespace

std::string keep_from_merging(StringRef text) {
    SmallVector<StringRef> lines;
    text.split(lines, '\n');
    const std::vector<statement> all(lines.begin(), lines.end());
    StringSet<> compared, read;
    for (const statement& s : all) {
        if (is_extreme(s)) compared.insert(s.operands.begin() + 1, s.operands.end());
        if (reads_bits(s)) read.insert(s.operands[1]);
    }
    compared = with_moved(all, std::move(compared));
    read = with_moved(all, std::move(read));
    std::string made;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const statement& s = all[i];
        if (i != 0) made += '\n';
        if (s.opcode == "neg.s32" && compared.contains(s.operands[0])) {
            made += formatv("\t{{ .reg .b64 t; cvt.s64.s32 t, {0}; neg.s64 t, t; cvt.u32.u64 {1}, t; }", s.operands[1],
                            s.operands[0]);
        } else if (is_contained({"mul.f32", "mul.f64"}, s.opcode) && read.contains(s.operands[0])) {
            made += ("\tmul.rn" + s.opcode.drop_front(3) + " \t" + join(s.operands, ", ") + ";").str();
        } else {
            made += lines[i];
        }
    }
    return made;
}

}  // namespace ndweave::compiler::ptx
