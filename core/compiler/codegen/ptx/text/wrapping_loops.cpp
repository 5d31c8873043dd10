#include "compiler/codegen/ptx/text/wrapping_loops.hpp"

#include <vector>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>

#include "compiler/codegen/ptx/text/statement.hpp"

namespace ndweave::compiler::ptx {

using namespace llvm;

namespace {

constexpr StringRef nounroll = "\t.pragma \"nounroll\";";

/// "$L__BB0_2" of "@%p1 bra \t$L__BB0_2;" and of "bra.uni \t$L__BB0_2;"; empty for other statements.
StringRef target_of(const statement& s) {
    const bool branches = (s.opcode.starts_with("bra") || s.opcode.starts_with("@")) && s.operands.size() == 1;
    return branches ? s.operands[0].drop_until([](char c) { return c == '$'; }) : StringRef();
}

/// Registers that each iteration of the loop makes smaller by a constant: "add.s32 %r1, %r1, -12", or with a move back.
StringSet<> counters_down(ArrayRef<statement> loop) {
    StringSet<> found;
    for (const statement& s : loop) {
        if (s.operands.size() != 3 || !s.opcode.starts_with("add.s") || s.operands[2].front() != '-') continue;
        const StringRef after = s.operands[0], before = s.operands[1];
        const bool carried = after == before || any_of(loop, [&](const statement& m) {
                                 return m.opcode.starts_with("mov.") && m.operands.size() == 2 &&
                                        m.operands[0] == before && m.operands[1] == after;
                             });
        if (carried) found.insert(after), found.insert(before);
    }
    return found;
}

/// Whether the loop goes on as long as a counter that goes down is below a bound, as numbers with or without a sign.
bool ends_by_wrapping(ArrayRef<statement> loop) {
    const StringRef header = target_of(loop.back());
    const StringSet<> counters = counters_down(loop);
    return any_of(loop, [&](const statement& branch) {
        StringRef predicate = branch.opcode;
        if (!predicate.consume_front("@") || target_of(branch).empty()) return false;
        const bool goes_on = predicate.consume_front("!") != (target_of(branch) == header);
        return any_of(loop, [&](const statement& s) {
            const StringRef compare = s.opcode.rsplit('.').first;
            const bool below = is_contained({"setp.lt", "setp.le"}, compare);
            const bool above = is_contained({"setp.gt", "setp.ge"}, compare);
            return s.operands.size() == 3 && s.operands[0] == predicate &&
                   (((goes_on ? below : above) && counters.contains(s.operands[1])) ||
                    ((goes_on ? above : below) && counters.contains(s.operands[2])));
        });
    });
}

}  // namespace

std::string keep_wrapping_loops_rolled(StringRef text) {
    SmallVector<StringRef> lines;
    text.split(lines, '\n');
    const std::vector<statement> statements(lines.begin(), lines.end());
    StringMap<std::size_t> labels;
    SmallVector<bool> rolled(lines.size(), false);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].starts_with("$") && lines[i].ends_with(":")) labels[lines[i].drop_back()] = i;
        const auto header = labels.find(target_of(statements[i]));
        if (header == labels.end()) continue;
        const std::size_t first = header->second;
        if (ends_by_wrapping(ArrayRef(statements).slice(first, i + 1 - first))) rolled[first] = true;
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
