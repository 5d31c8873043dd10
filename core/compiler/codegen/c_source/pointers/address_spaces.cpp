/// Where each pointer points, by a fixed point over the values that carry pointers.
#include "compiler/codegen/c_source/pointers/pointer_arrays.hpp"
#include "compiler/codegen/c_source/text/emission.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "llvm/IR/InstIterator.h"

namespace ndweave::compiler::c_source_detail {
namespace {

space join(space a, space b) {
    if (a == space::unknown || a == b) return b;
    return b == space::unknown ? a : space::mixed;
}

space current(const emission& e, const llvm::Value* v) {
    if (llvm::isa<llvm::GlobalVariable>(v)) return space::constant_memory;
    if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(v)) {
        return expression->getOpcode() == llvm::Instruction::IntToPtr ? space::global_memory
                                                                      : current(e, expression->getOperand(0));
    }
    if (v == e.entry.getArg(0)) return e.dialect.is_opencl ? space::private_memory : space::mixed;
    return e.spaces.lookup(v);
}

space of_call(const emission& e, const llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    static constexpr llvm::StringLiteral local[] = {builtin::local_memory, builtin::group_scratch,
                                                    builtin::sub_group_scratch};
    if (callee && llvm::is_contained(local, callee->getName())) {
        return space::local_memory;
    }
    // Pointer-returning intrinsics (launder, ptrmask, …) return their first operand's object.
    return callee && callee->isIntrinsic() && call.arg_size() > 0 ? current(e, call.getArgOperand(0))
                                                                  : space::global_memory;
}

space of_instruction(const emission& e, const llvm::Instruction& i) {
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&i)) {
        space all = space::unknown;
        for (const llvm::Value* incoming : phi->incoming_values()) all = join(all, current(e, incoming));
        return all;
    }
    if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&i)) {
        return join(current(e, select->getTrueValue()), current(e, select->getFalseValue()));
    }
    if (llvm::isa<llvm::GetElementPtrInst, llvm::FreezeInst, llvm::BitCastInst, llvm::AddrSpaceCastInst>(i)) {
        return current(e, i.getOperand(0));
    }
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&i)) return of_call(e, *call);
    if (llvm::isa<llvm::AllocaInst>(i)) return space::private_memory;
    if (const llvm::AllocaInst* array = e.pointers.array_of(i)) {
        space all = space::unknown;
        for (const llvm::Value* stored : e.pointers.stored_to(*array)) all = join(all, current(e, stored));
        return all;
    }
    return e.loads_are_generic ? space::mixed : space::global_memory;  // from memory or from an integer
}

void refuse_mixed(const emission& e) {
    for (const llvm::Instruction& i : llvm::instructions(e.entry)) {
        if (i.getType()->isPointerTy() && e.spaces.lookup(&i) == space::mixed) {
            refuse(&i,
                   "a pointer that may point to different kinds of memory (private, local, global, constant) in "
                   "OpenCL C 1.2; use the value instead of the address, or one branch for each kind");
        }
    }
}

bool stores_other_pointer(const emission& e, const llvm::Instruction& i) {
    if (e.pointers.array_of(i)) return false;
    const llvm::Value* stored = nullptr;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) stored = store->getValueOperand();
    if (const auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&i)) stored = insert->getInsertedValueOperand();
    if (!stored || !stored->getType()->isPointerTy()) return false;
    const space where = current(e, stored);
    return where != space::unknown && where != space::global_memory;
}

const llvm::Instruction* first_stored_pointer(const emission& e) {
    for (const llvm::Instruction& i : llvm::instructions(e.entry)) {
        if (stores_other_pointer(e, i)) return &i;
    }
    return nullptr;
}

void propagate(emission& e) {
    for (bool changed = true; changed;) {
        changed = false;
        for (const llvm::Instruction& i : llvm::instructions(e.entry)) {
            if (!i.getType()->isPointerTy()) continue;
            const space found = join(e.spaces.lookup(&i), of_instruction(e, i));
            if (found == e.spaces.lookup(&i)) continue;
            e.spaces[&i] = found;
            changed = true;
        }
    }
}

bool holds_pointer(const llvm::Type* type) {
    if (type->isPtrOrPtrVectorTy()) return true;
    return llvm::any_of(type->subtypes(), [](const llvm::Type* part) { return holds_pointer(part); });
}

/// Whether a pointer that the instruction makes points into what its operands point into, or into private or local
/// memory.
bool derives_pointer(const emission& e, const llvm::Instruction& i) {
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&i)) return of_call(e, *call) != space::global_memory;
    return e.pointers.array_of(i) ||
           llvm::isa<llvm::GetElementPtrInst, llvm::PHINode, llvm::SelectInst, llvm::FreezeInst, llvm::BitCastInst,
                     llvm::AddrSpaceCastInst, llvm::AllocaInst>(i);
}

bool names_address(const llvm::Value* operand) {
    const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(operand);
    if (!expression) return false;
    return expression->getOpcode() == llvm::Instruction::IntToPtr ||
           llvm::any_of(expression->operands(), names_address);
}

}  // namespace

bool is_direct(const emission& e) {
    return llvm::all_of(llvm::instructions(e.entry), [&](const llvm::Instruction& i) {
        if (llvm::any_of(i.operands(), names_address)) return false;
        return !holds_pointer(i.getType()) || e.arguments.count(&i) || derives_pointer(e, i);
    });
}

void infer_address_spaces(emission& e) {
    e.pointers = pointer_arrays(e.entry);
    propagate(e);
    const llvm::Instruction* stored = first_stored_pointer(e);
    if (stored && e.dialect.is_opencl) {
        refuse(stored,
               "the address of private, local or constant memory is itself kept in memory, which OpenCL C 1.2 "
               "cannot read back; keep an index instead");
    }
    if (stored) {
        e.loads_are_generic = true;
        e.spaces.clear();
        propagate(e);
    }
    if (e.dialect.is_opencl && split_mixed_pointers(e)) {
        e.pointers = pointer_arrays(e.entry);
        e.spaces.clear();
        propagate(e);
    }
    if (e.dialect.is_opencl) refuse_mixed(e);
}

space space_of(const emission& e, const llvm::Value& v) {
    const space where = current(e, &v);
    return where == space::unknown ? space::global_memory : where;
}

}  // namespace ndweave::compiler::c_source_detail
