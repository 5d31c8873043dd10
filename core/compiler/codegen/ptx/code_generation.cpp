#include "compiler/codegen/ptx/code_generation.hpp"

#include <llvm/CodeGen/Passes.h>
#include <llvm/Transforms/Scalar.h>

#include <memory>

#include "compiler/codegen/ptx/sinking.hpp"
#include "compiler/codegen/ptx/strength_reduce.hpp"

namespace ndweave::compiler::ptx {

code_generation::code_generation(llvm::TargetMachine& machine)
    : machine_(machine),
      strength_reduce_(std::unique_ptr<llvm::Pass>(llvm::createLoopStrengthReducePass())->getPassID()) {}

void code_generation::add(llvm::Pass* pass) {
    if (pass->getPassID() == strength_reduce_) {
        delete pass;
        PassManager::add(strength_reduction_that_gains(machine_));
    } else if (pass->getPassID() == &llvm::MachineSinkingID) {
        for (llvm::Pass* const part : sinking_that_shortens(pass)) PassManager::add(part);
    } else {
        PassManager::add(pass);
    }
}

}  // namespace ndweave::compiler::ptx
