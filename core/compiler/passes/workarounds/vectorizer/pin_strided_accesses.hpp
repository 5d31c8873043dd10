/// Keeps LoopVectorize from moving strided accesses past others that may touch the same memory, or to other memory.
///
/// In a loop that is annotated parallel, LLVM 19 looks at no dependences, not even at those within one iteration, and
/// gathers strided loads at the first of them, strided stores at the last (interleave groups):
///
///     x = a[2 * i]; b[j] = y; z = a[2 * i + 1]     (b[j] may be a[2 * i + 1] of the same iteration)
///
/// And an access whose index wraps around in fewer bits than a pointer's, a[7 * i & 255], becomes part of such a group
/// without the run-time check that it does not (LLVM 19.1).
///
/// Such accesses get an address that cannot be seen to be strided, and become gathers and scatters in their places.
/// Pre: to be run right before the vectorizer; nothing may simplify in between. Post: the same meaning. Afterwards
/// `unpin_strided_accesses` lets the code generator see the addresses again: base and 32-bit index of a gather.
#pragma once

#include <functional>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct pin_strided_accesses : llvm::PassInfoMixin<pin_strided_accesses> {
    /// Hides the stride of an operand of an access, which is its address, in a parallel loop.
    using hider = std::function<void(llvm::Instruction& access, unsigned operand, llvm::Loop&)>;

    /// freeze(address)
    static void freeze(llvm::Instruction& access, unsigned operand, llvm::Loop&);

    explicit pin_strided_accesses(hider hide = freeze) : hide(std::move(hide)) {}
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }

    hider hide;
};

struct unpin_strided_accesses : llvm::PassInfoMixin<unpin_strided_accesses> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler
