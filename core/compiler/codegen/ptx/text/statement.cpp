#include "compiler/codegen/ptx/text/statement.hpp"

namespace ndweave::compiler::ptx {

using namespace llvm;

SmallVector<StringRef, 4> split_operands(StringRef list) {
    SmallVector<StringRef, 4> parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < list.size(); ++at) {
        const char c = list[at];
        depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        if (c != ',' || depth != 0) continue;
        parts.push_back(list.slice(begin, at).trim());
        begin = at + 1;
    }
    if (const StringRef last = list.substr(begin).trim(); !last.empty()) parts.push_back(last);
    return parts;
}

statement::statement(StringRef line) {
    line = line.trim();
    line.consume_back(";");
    const std::size_t end = line.find_first_of(" \t");
    opcode = line.take_front(end);
    if (end != StringRef::npos) operands = split_operands(line.substr(end));
}

}  // namespace ndweave::compiler::ptx
