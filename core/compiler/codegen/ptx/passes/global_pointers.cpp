#include "compiler/codegen/ptx/passes/global_pointers.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "compiler/codegen/ptx/passes/address_space.hpp"
#include "compiler/kernel_attributes.hpp"
#include "compiler/pass_manager/kept_analyses.hpp"

namespace ndweave::compiler::ptx {
namespace {

constexpr const char* aligned_pointers = "ndweave-aligned-pointers";

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
    return std::all_of(load.user_begin(), load.user_end(), [](const llvm::User* user) {
        return llvm::isa<llvm::AddrSpaceCastInst>(user) && user->getType()->getPointerAddressSpace() == global_space;
    });
}

/// Casts the loaded pointer to global memory and back for its present users, and says how it is aligned (1: unknown).
void cast_to_global(llvm::LoadInst& load, std::uint32_t alignment) {
    llvm::IRBuilder<> builder(load.getNextNode());
    llvm::Value* global = builder.CreateAddrSpaceCast(&load, builder.getPtrTy(global_space));
    llvm::Value* generic = builder.CreateAddrSpaceCast(global, builder.getPtrTy());
    load.replaceUsesWithIf(generic, [&](llvm::Use& use) { return use.getUser() != global; });
    if (alignment > 1) builder.CreateAlignmentAssumption(load.getModule()->getDataLayout(), global, alignment);
}

bool cast_loaded_pointers(llvm::Function& kernel, bool follow_memory, std::uint32_t pointer_alignment,
                          std::set<std::uint32_t>& promised) {
    std::vector<llvm::LoadInst*> found;
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
        auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        if (!load || !is_generic_pointer(load->getType()) || is_cast_to_global(*load)) continue;
        const unsigned from = load->getPointerAddressSpace();
        if (from == param_space || (follow_memory && from == global_space)) found.push_back(load);
    }
    for (llvm::LoadInst* load : found) {
        const auto offset = pointer_alignment > 1 ? functor_offset(*load) : std::nullopt;
        if (offset) promised.insert(*offset);
        cast_to_global(*load, offset ? pointer_alignment : 1);
    }
    return !found.empty();
}

}  // namespace

std::optional<std::uint32_t> functor_offset(const llvm::LoadInst& load) {
    llvm::APInt offset(64, 0);
    const llvm::Value* base =
        load.getPointerOperand()->stripAndAccumulateConstantOffsets(load.getModule()->getDataLayout(), offset, false);
    while (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(base)) base = cast->getPointerOperand();
    if (load.getPointerAddressSpace() != param_space || !llvm::isa<llvm::Argument>(base)) return std::nullopt;
    return static_cast<std::uint32_t>(offset.getZExtValue());
}

std::vector<std::uint32_t> aligned_pointers_of(const llvm::Function& kernel) {
    return offsets_note(kernel, aligned_pointers);
}

llvm::PreservedAnalyses global_pointers::run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
    if (!is_kernel(kernel)) return llvm::PreservedAnalyses::all();
    const bool follow_memory = !leaks_private_addresses(kernel);
    const std::vector<std::uint32_t> known = aligned_pointers_of(kernel);
    std::set<std::uint32_t> promised(known.begin(), known.end());
    do {
        analyses.invalidate(kernel, llvm::InferAddressSpacesPass(generic_space).run(kernel, analyses));
    } while (cast_loaded_pointers(kernel, follow_memory, pointer_alignment, promised));
    set_offsets_note(kernel, aligned_pointers, promised);
    return control_flow_kept();
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
