#include "compiler/source_location.hpp"

#include <llvm/IR/DebugInfoMetadata.h>

namespace ndweave::compiler {
namespace {

bool is_library_header(const llvm::DILocation& place) {
    const llvm::StringRef file = place.getFilename();
    return file.starts_with("/usr/") || file.contains("/include/ndweave/") || file.starts_with("include/ndweave/");
}

/// Null where the whole chain is of libraries.
const llvm::DILocation* own_location(const llvm::DILocation* innermost) {
    for (const llvm::DILocation* place = innermost; place != nullptr; place = place->getInlinedAt()) {
        if (place->getLine() != 0 && !is_library_header(*place)) return place;
    }
    return nullptr;
}

}  // namespace

const llvm::DILocation* user_location(const llvm::DebugLoc& where) {
    const llvm::DILocation* const own = own_location(where.get());
    return own != nullptr ? own : where.get();
}

const llvm::DILocation* first_user_location(llvm::ArrayRef<llvm::BasicBlock*> blocks) {
    for (const llvm::BasicBlock* block : blocks) {
        for (const llvm::Instruction& i : *block) {
            if (const llvm::DILocation* place = own_location(i.getDebugLoc().get())) return place;
        }
    }
    return nullptr;
}

}  // namespace ndweave::compiler
