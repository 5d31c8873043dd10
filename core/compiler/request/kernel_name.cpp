#include "compiler/request/kernel_name.hpp"

#include <llvm/Demangle/Demangle.h>

namespace ndweave::compiler {

std::string kernel_display_name(llvm::StringRef symbol) {
    const std::string demangled = llvm::demangle(symbol);
    const llvm::StringRef name(demangled);
    const llvm::StringRef opening = "ndweave::detail::kernel_entry<";
    const std::size_t begin = name.find(opening);
    if (begin == llvm::StringRef::npos) return demangled;
    int depth = 0;
    const std::size_t first = begin + opening.size();
    for (std::size_t i = first; i < name.size(); ++i) {
        const char c = name[i];
        if (c == '<' || c == '(' || c == '{') ++depth;
        if (c == '>' || c == ')' || c == '}') --depth;
        if ((c == ',' && depth == 0) || depth < 0) return name.slice(first, i).str();
    }
    return demangled;
}

}  // namespace ndweave::compiler
