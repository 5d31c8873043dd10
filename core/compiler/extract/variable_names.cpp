#include "compiler/extract/variable_names.hpp"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace ndweave::extract {
namespace {

/// A declaration of the variable, or an assignment to it where clang tracks those (-O1 and above); as records or as
/// intrinsics.
const llvm::DILocalVariable* variable_in(llvm::AllocaInst& memory) {
    for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(&memory)) return record->getVariable();
    for (const llvm::DbgVariableRecord* record : llvm::at::getDVRAssignmentMarkers(&memory)) {
        return record->getVariable();
    }
    for (const llvm::DbgDeclareInst* declaration : llvm::findDbgDeclares(&memory)) return declaration->getVariable();
    for (const llvm::DbgAssignIntrinsic* assignment : llvm::at::getAssignmentMarkers(&memory)) {
        return assignment->getVariable();
    }
    return nullptr;
}

}  // namespace

void note_variable_names(llvm::Module& module) {
    for (llvm::Function& function : module) {
        for (llvm::Instruction& i : llvm::instructions(function)) {
            auto* const memory = llvm::dyn_cast<llvm::AllocaInst>(&i);
            if (!memory || !memory->getAllocatedType()->isAggregateType()) continue;
            const llvm::DILocalVariable* const variable = variable_in(*memory);
            if (!variable || variable->getName().empty()) continue;
            llvm::LLVMContext& context = module.getContext();
            memory->setMetadata("ndweave.variable",
                                llvm::MDNode::get(context, llvm::MDString::get(context, variable->getName())));
        }
    }
}

}  // namespace ndweave::extract
