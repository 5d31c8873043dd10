#include "compiler/target/ptx/global_pointers.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>

#include <algorithm>
#include <vector>

#include "compiler/target/ptx/address_space.hpp"

namespace ndweave::compiler::ptx {
namespace {

bool is_generic_pointer(const llvm::Type* type) {
    return type->isPointerTy() && type->getPointerAddressSpace() == generic_space;
}

/// Private or local memory, or memory of unknown kind that some unresolved pointer leads to.
bool may_be_private(const llvm::Value* pointer) {
    llvm::SmallVector<const llvm::Value*, 4> objects;
    llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
    return std::any_of(objects.begin(), objects.end(), [](const llvm::Value* object) {
        if (llvm::isa<llvm::AllocaInst>(object)) return true;
        if (llvm::isa<llvm::ConstantPointerNull>(object)) return false;
        return object->getType()->getPointerAddressSpace() == shared_space;
    });
}

/// Whether the address of private or local memory may lie in memory, so that a load can bring it back.
bool leaks_private_addresses(llvm::Function& kernel) {
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
        if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
            const llvm::Value* value = store->getValueOperand();
            if (value->getType()->isPointerTy() && may_be_private(value)) return true;
        }
        if (auto* cast = llvm::dyn_cast<llvm::PtrToIntInst>(&instruction)) {
            if (may_be_private(cast->getPointerOperand())) return true;
        }
    }
    return false;
}

bool is_cast_to_global(const llvm::LoadInst& load) {
    return load.hasOneUse() && llvm::isa<llvm::AddrSpaceCastInst>(load.user_back());
}

/// Casts the loaded pointer to global memory and back for its present users.
void cast_to_global(llvm::LoadInst& load) {
    llvm::IRBuilder<> builder(load.getNextNode());
    llvm::Value* global = builder.CreateAddrSpaceCast(&load, builder.getPtrTy(global_space));
    llvm::Value* generic = builder.CreateAddrSpaceCast(global, builder.getPtrTy());
    load.replaceUsesWithIf(generic, [&](llvm::Use& use) { return use.getUser() != global; });
}

void promise_alignment(llvm::LoadInst& load, std::uint32_t alignment) {
    if (alignment <= 1) return;
    llvm::LLVMContext& context = load.getContext();
    llvm::Metadata* value =
        llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), alignment));
    load.setMetadata(llvm::LLVMContext::MD_align, llvm::MDNode::get(context, {value}));
}

bool cast_loaded_pointers(llvm::Function& kernel, bool follow_memory, std::uint32_t pointer_alignment) {
    std::vector<llvm::LoadInst*> found;
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
        auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        if (!load || !is_generic_pointer(load->getType()) || is_cast_to_global(*load)) continue;
        const unsigned from = load->getPointerAddressSpace();
        if (from == param_space || (follow_memory && from == global_space)) found.push_back(load);
    }
    for (llvm::LoadInst* load : found) {
        if (load->getPointerAddressSpace() == param_space) promise_alignment(*load, pointer_alignment);
        cast_to_global(*load);
    }
    return !found.empty();
}

}  // namespace

void infer_global_pointers(llvm::Function& kernel, pass_runner& passes, std::uint32_t pointer_alignment) {
    const bool follow_memory = !leaks_private_addresses(kernel);
    do {
        llvm::FunctionPassManager infer;
        infer.addPass(llvm::InferAddressSpacesPass(generic_space));
        passes.run(kernel, std::move(infer));
    } while (cast_loaded_pointers(kernel, follow_memory, pointer_alignment));
}

void place_globals(llvm::Module& module) {
    std::vector<llvm::GlobalVariable*> generic;
    for (llvm::GlobalVariable& variable : module.globals()) {
        if (variable.getAddressSpace() == generic_space && !variable.getName().starts_with("llvm.")) {
            generic.push_back(&variable);
        }
    }
    for (llvm::GlobalVariable* variable : generic) {
        auto* placed = new llvm::GlobalVariable(module, variable->getValueType(), variable->isConstant(),
                                                variable->getLinkage(), variable->getInitializer(), "", variable,
                                                llvm::GlobalValue::NotThreadLocal, global_space);
        placed->copyAttributesFrom(variable);
        placed->takeName(variable);
        variable->replaceAllUsesWith(llvm::ConstantExpr::getAddrSpaceCast(placed, variable->getType()));
        variable->eraseFromParent();
    }
}

}  // namespace ndweave::compiler::ptx
