/// Gathers from addresses that are undefined give what lanes without access get.
///
///     llvm.masked.gather(poison, align, mask, other)      ==>      other
///
/// They are left of code that never runs: an access to a lane would be undefined behaviour, so every lane is masked.
/// LLVM 19's code generator for X86 takes any register for the undefined index, the result's, too, and the processor
/// refuses such an instruction, whatever its mask is (#UD; Intel's manual, volume 2, VPGATHERQD). No issue of upstream
/// is known: `llc -mcpu=znver4` on a function that returns such a gather shows it.
///
/// Pre: to be run right before code generation. Post: the same meaning.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct drop_undefined_gathers : llvm::PassInfoMixin<drop_undefined_gathers> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler
