#include "compiler/target/ptx/upper_halves.hpp"

#include <llvm/ADT/SmallVector.h>

namespace ndweave::compiler::ptx {

using namespace llvm;

/// The statement that takes the upper half of `from`, as "%r1;…" to `to`.
static std::string shift(StringRef to, StringRef from) {
    std::string made = "\t{ .reg .b32 tmp; shr.u32 tmp, ";
    made += from.split(';').first;
    made += ", 16; cvt.u16.u32 ";
    made += to;
    return made + ", tmp; }";
}

std::string shift_upper_halves(StringRef text) {
    SmallVector<StringRef> lines;
    text.split(lines, '\n');
    std::string made;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i != 0) made += '\n';
        StringRef line = lines[i].trim();
        if (line.consume_front("{ .reg .b16 tmp; mov.b32 {tmp, ")) {
            const auto [to, from] = line.split("}, ");
            made += shift(to, from);
        } else {
            made += lines[i];
        }
    }
    return made;
}

}  // namespace ndweave::compiler::ptx
