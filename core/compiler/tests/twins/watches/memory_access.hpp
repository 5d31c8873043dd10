/// What memory an instruction is about to touch.
#pragma once

#include <llvm/ADT/SmallVector.h>

#include "compiler/tests/random/interpreter/run_observer.hpp"

namespace ndweave::compiler::testing {

struct memory_access {
    std::uint64_t begin, bytes;
    bool writes;
    std::uint64_t alignment;  // that the instruction promises
};

/// Loads, stores, atomic operations, and the two sides of block operations; none for others.
llvm::SmallVector<memory_access, 2> accesses_of(const running_item&, const llvm::Instruction&);

}  // namespace ndweave::compiler::testing
