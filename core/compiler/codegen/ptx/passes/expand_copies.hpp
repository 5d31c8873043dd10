/// Copies of a few bytes as loads and stores.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler::ptx {

/// Before: `memcpy` or `memmove` of a few bytes from memory to memory, as C++ copies `float4`s and small structures:
///         LLVM 19's NVPTX loads and stores in turns, 8 bytes at most at a time.
/// After:  all loads and then all stores, 16 bytes each where both ends are aligned so; a variable that one copy writes
///         and another reads, `swap`'s, can be promoted.
///
/// Taken are copies of at most 64 bytes that are a constant and not volatile. Must run after captured_copies, which
/// looks for copies, and before SROA.
struct expand_copies : llvm::PassInfoMixin<expand_copies> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler::ptx
