#include "compiler/source_location.hpp"

#include <llvm/IR/DebugInfoMetadata.h>

namespace ndweave::compiler {
namespace {

bool is_library_header(const llvm::DILocation& place) {
    const llvm::StringRef file = place.getFilename();
    return file.starts_with("/usr/") || file.contains("/include/ndweave/") || file.starts_with("include/ndweave/");
}

}  // namespace

const llvm::DILocation* user_location(const llvm::DebugLoc& where) {
    const llvm::DILocation* const innermost = where.get();
    for (const llvm::DILocation* place = innermost; place != nullptr; place = place->getInlinedAt()) {
        if (place->getLine() != 0 && !is_library_header(*place)) return place;
    }
    return innermost;
}

}  // namespace ndweave::compiler
