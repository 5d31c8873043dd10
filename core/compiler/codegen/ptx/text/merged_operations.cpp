#include "compiler/codegen/ptx/text/merged_operations.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>

#include <vector>

#include "compiler/codegen/ptx/text/statement.hpp"

namespace ndweave::compiler::ptx {

using namespace llvm;

namespace {

/// mov.b32 %r1, %f3, and so of %rd1 and %fd3.
bool reads_bits(const statement& s) {
    return s.opcode.starts_with("mov.b") && s.operands.size() == 2 && s.operands[0].starts_with("%r") &&
           s.operands[1].starts_with("%f");
}

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
    StringSet<> read;
    for (const statement& s : all) {
        if (reads_bits(s)) read.insert(s.operands[1]);
    }
    read = with_moved(all, std::move(read));
    std::string made;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const statement& s = all[i];
        if (i != 0) made += '\n';
        if (is_contained({"mul.f32", "mul.f64"}, s.opcode) && read.contains(s.operands[0])) {
            made += ("\tmul.rn" + s.opcode.drop_front(3) + " \t" + join(s.operands, ", ") + ";").str();
        } else {
            made += lines[i];
        }
    }
    return made;
}

}  // namespace ndweave::compiler::ptx
