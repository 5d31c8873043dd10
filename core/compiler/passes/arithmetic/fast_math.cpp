#include "compiler/passes/arithmetic/fast_math.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

namespace ndweave::compiler {

void allow_fast_math(llvm::Module& module) {
    for (llvm::Function& function : module) {
        for (llvm::Instruction& i : llvm::instructions(function)) {
            if (llvm::isa<llvm::FPMathOperator>(i)) i.setFast(true);
        }
    }
}

}  // namespace ndweave::compiler
