#include "compiler/extract/variable_names.hpp"

#include <llvm/Config/llvm-config.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace ndweave::extract {
namespace {

/// Of an intrinsic that is told the address: a declaration.
const llvm::DILocalVariable* declared_by_intrinsic(llvm::AllocaInst& memory) {
    llvm::LocalAsMetadata* const address = llvm::LocalAsMetadata::getIfExists(&memory);
    auto* const operand = address ? llvm::MetadataAsValue::getIfExists(memory.getContext(), address) : nullptr;
    if (!operand) return nullptr;
    for (const llvm::User* user : operand->users()) {
        if (const auto* declaration = llvm::dyn_cast<llvm::DbgDeclareInst>(user)) return declaration->getVariable();
    }
    return nullptr;
}

/// A declaration of the variable, or an assignment to it where clang tracks those (-O1 and above); as records or as
/// intrinsics.
const llvm::DILocalVariable* variable_in(llvm::AllocaInst& memory) {
#if LLVM_VERSION_MAJOR >= 19
    for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(&memory)) return record->getVariable();
    for (const llvm::DbgVariableRecord* record : llvm::at::getDVRAssignmentMarkers(&memory)) {
        return record->getVariable();
    }
#endif
    if (const llvm::DILocalVariable* const variable = declared_by_intrinsic(memory)) return variable;
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
