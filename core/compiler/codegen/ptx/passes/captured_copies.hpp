/// Reads copies of captured objects where the captures lie.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler::ptx {

/// Before: a captured `struct { float weights[20]; }` is handed on by value and indexed with what only the device
/// knows:
///         a copy in local memory, written by every work-item.
/// After:  the index goes into the kernel's parameters, which lie in constant memory.
///
/// Taken are variables that nothing but one copy of a whole capture writes, and that are only read. Such copies of
/// copies are, too. Must run after SROA and before private_array_loops. Functions that are no kernel stay.
struct captured_copies : llvm::PassInfoMixin<captured_copies> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler::ptx
