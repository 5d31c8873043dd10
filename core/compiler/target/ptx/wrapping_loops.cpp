#include "compiler/target/ptx/wrapping_loops.hpp"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>

#include "compiler/target/ptx/statement.hpp"

namespace ndweave::compiler::ptx {

using namespace llvm;

namespace {

constexpr StringRef nounroll = "\t.pragma \"nounroll\";";

/// "$L__BB0_2" of "@%p1 bra \t$L__BB0_2;" and of "bra.uni \t$L__BB0_2;"; empty for other statements.
StringRef target_of(const statement& s) {
    const bool branches = (s.opcode.starts_with("bra") || s.opcode.starts_with("@")) && s.operands.size() == 1;
    return branches ? s.operands[0].drop_until([](char c) { return c == '$'; }) : StringRef();
}

/// Registers that the loop makes smaller by what stands in the program, and those that it makes them from.
StringSet<> counters_down(ArrayRef<StringRef> loop) {
    StringSet<> found;
    for (const StringRef line : loop) {
        const statement s(line);
        if (s.operands.size() != 3) continue;
        const bool less =
            s.opcode.starts_with("sub.s") || (s.opcode.starts_with("add.s") && s.operands[2].front() == '-');
        if (less) found.insert(s.operands[0]), found.insert(s.operands[1]);
    }
    return found;
}

/// Whether the loop goes on, or is left, as an unsigned counter that goes down is below or above a bound.
bool ends_by_wrapping(ArrayRef<StringRef> loop) {
    const StringSet<> counters = counters_down(loop);
    return any_of(loop, [&](StringRef line) {
        const statement s(line);
        SmallVector<StringRef, 3> name;
        s.opcode.split(name, '.');
        return s.operands.size() == 3 && name.size() == 3 && name[0] == "setp" && name[2].starts_with("u") &&
               is_contained({"lt", "le", "gt", "ge"}, name[1]) &&
               (counters.contains(s.operands[1]) || counters.contains(s.operands[2]));
    });
}

}  // namespace

std::string keep_wrapping_loops_rolled(StringRef text) {
    SmallVector<StringRef> lines;
    text.split(lines, '\n');
    StringMap<std::size_t> labels;
    SmallVector<bool> rolled(lines.size(), false);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].starts_with("$") && lines[i].ends_with(":")) labels[lines[i].drop_back()] = i;
        const auto header = labels.find(target_of(statement(lines[i])));
        if (header == labels.end()) continue;
        if (ends_by_wrapping(ArrayRef(lines).slice(header->second, i - header->second))) rolled[header->second] = true;
    }
    std::string made;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i != 0) made += '\n';
        made += lines[i];
        if (rolled[i] && (i + 1 == lines.size() || lines[i + 1] != nounroll)) (made += '\n') += nounroll;
    }
    return made;
}

}  // namespace ndweave::compiler::ptx
