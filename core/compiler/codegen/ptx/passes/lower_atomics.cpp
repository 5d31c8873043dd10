#include "compiler/codegen/ptx/passes/lower_atomics.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include <string>
#include <vector>

#include "compiler/codegen/ptx/kernel/fence.hpp"
#include "compiler/codegen/ptx/passes/address_space.hpp"
#include "compiler/passes/front/atomic_scopes.hpp"

namespace ndweave::compiler::ptx {
namespace {

using order = llvm::AtomicOrdering;
using llvm::AtomicRMWInst;

fence_scope scope_of(const llvm::LLVMContext& context, llvm::SyncScope::ID id) {
    if (id == llvm::SyncScope::SingleThread) return fence_scope::none;
    llvm::SmallVector<llvm::StringRef> names;
    context.getSyncScopeNames(names);
    if (names[id] == workgroup_scope) return fence_scope::block;
    return names[id] == device_scope ? fence_scope::device : fence_scope::system;
}

std::string suffix_of(fence_scope scope) {
    return scope == fence_scope::system ? ".sys" : scope == fence_scope::device ? ".gpu" : ".cta";
}

/// `.acquire.gpu.global`: order, scope and state space of an access.
std::string access(order o, fence_scope scope, const llvm::Value& pointer) {
    const unsigned space = pointer.getType()->getPointerAddressSpace();
    const char* name = o == order::Acquire          ? ".acquire"
                       : o == order::Release        ? ".release"
                       : o == order::AcquireRelease ? ".acq_rel"
                                                    : ".relaxed";
    return name + suffix_of(scope) + (space == global_space ? ".global" : space == shared_space ? ".shared" : "");
}

/// What is left of the order behind a `fence.sc`: PTX has no sequential accesses.
order behind_fence(llvm::IRBuilder<>& builder, order o, fence_scope scope, order left) {
    if (o != order::SequentiallyConsistent) return o;
    emit_fence(builder, fence_order::sequential, scope);
    return left;
}

/// The register class of an integer or floating-point value in inline assembly.
std::string constraint(const llvm::Type& type) {
    if (type.isFloatTy()) return "f";
    if (type.isDoubleTy()) return "d";
    const unsigned bits = type.getScalarSizeInBits();
    return bits == 64 ? "l" : bits == 32 ? "r" : "h";
}

llvm::Value* assembly(llvm::IRBuilder<>& builder, const std::string& text, llvm::Type* result,
                      llvm::ArrayRef<llvm::Value*> operands) {
    std::string constraints = result->isVoidTy() ? "" : "=" + constraint(*result) + ",";
    llvm::SmallVector<llvm::Type*> types;
    for (llvm::Value* operand : operands) {
        types.push_back(operand->getType());
        constraints += (operand->getType()->isPointerTy() ? "l" : constraint(*operand->getType())) + ",";
    }
    constraints += "~{memory}";
    llvm::FunctionType* type = llvm::FunctionType::get(result, types, false);
    return builder.CreateCall(llvm::InlineAsm::get(type, text, constraints, true), operands);
}

/// The integer that holds a loaded or stored value in a register: at least 16 bits.
llvm::IntegerType* register_type(llvm::IRBuilder<>& builder, unsigned bits) {
    return builder.getIntNTy(std::max(bits, 16u));
}

unsigned bits_of(const llvm::Instruction& instruction, llvm::Type* type) {
    return static_cast<unsigned>(instruction.getModule()->getDataLayout().getTypeStoreSizeInBits(type).getFixedValue());
}

void lower(llvm::LoadInst& load, fence_scope scope) {
    llvm::IRBuilder<> builder(&load);
    const order o = behind_fence(builder, load.getOrdering(), scope, order::Acquire);
    const unsigned bits = bits_of(load, load.getType());
    const std::string text =
        "ld" + access(o, scope, *load.getPointerOperand()) + ".b" + std::to_string(bits) + " $0, [$1];";
    llvm::Value* value = assembly(builder, text, register_type(builder, bits), {load.getPointerOperand()});
    value = builder.CreateTrunc(value, builder.getIntNTy(bits));
    load.replaceAllUsesWith(builder.CreateBitOrPointerCast(value, load.getType()));
}

void lower(llvm::StoreInst& store, fence_scope scope) {
    llvm::IRBuilder<> builder(&store);
    const order o = behind_fence(builder, store.getOrdering(), scope, order::Monotonic);
    llvm::Value* value = store.getValueOperand();
    const unsigned bits = bits_of(store, value->getType());
    value = builder.CreateBitOrPointerCast(value, builder.getIntNTy(bits));
    const std::string text =
        "st" + access(o, scope, *store.getPointerOperand()) + ".b" + std::to_string(bits) + " [$0], $1;";
    assembly(builder, text, builder.getVoidTy(),
             {store.getPointerOperand(), builder.CreateZExt(value, register_type(builder, bits))});
}

/// `add.u32`: PTX's operation and type, after AtomicExpand has left only what there is.
std::string operation(const AtomicRMWInst& update) {
    const llvm::Type* type = update.getType();
    const std::string bits = std::to_string(type->getScalarSizeInBits());
    switch (update.getOperation()) {
        case AtomicRMWInst::FAdd:
            if (type->isHalfTy() || type->isBFloatTy()) return type->isHalfTy() ? "add.noftz.f16" : "add.noftz.bf16";
            return "add.f" + bits;
        case AtomicRMWInst::Xchg:
            return "exch.b" + bits;
        case AtomicRMWInst::And:
            return "and.b" + bits;
        case AtomicRMWInst::Or:
            return "or.b" + bits;
        case AtomicRMWInst::Xor:
            return "xor.b" + bits;
        case AtomicRMWInst::Max:
            return "max.s" + bits;
        case AtomicRMWInst::Min:
            return "min.s" + bits;
        case AtomicRMWInst::UMax:
            return "max.u" + bits;
        case AtomicRMWInst::UMin:
            return "min.u" + bits;
        case AtomicRMWInst::UIncWrap:
            return "inc.u" + bits;
        case AtomicRMWInst::UDecWrap:
            return "dec.u" + bits;
        default:  // Add, and Sub of the negated operand
            return "add.u" + bits;
    }
}

void lower(AtomicRMWInst& update, fence_scope scope) {
    llvm::IRBuilder<> builder(&update);
    const order o = behind_fence(builder, update.getOrdering(), scope, order::AcquireRelease);
    llvm::Value* operand = update.getValOperand();
    if (update.getOperation() == AtomicRMWInst::Sub) operand = builder.CreateNeg(operand);
    if (operand->getType()->getScalarSizeInBits() == 16) operand = builder.CreateBitCast(operand, builder.getInt16Ty());
    const std::string text =
        "atom" + access(o, scope, *update.getPointerOperand()) + "." + operation(update) + " $0, [$1], $2;";
    llvm::Value* old = assembly(builder, text, operand->getType(), {update.getPointerOperand(), operand});
    update.replaceAllUsesWith(builder.CreateBitCast(old, update.getType()));
}

void lower(llvm::AtomicCmpXchgInst& exchange, fence_scope scope) {
    llvm::IRBuilder<> builder(&exchange);
    const order o = behind_fence(builder, exchange.getMergedOrdering(), scope, order::AcquireRelease);
    llvm::Value* expected = exchange.getCompareOperand();
    const std::string text = "atom" + access(o, scope, *exchange.getPointerOperand()) + ".cas.b" +
                             std::to_string(expected->getType()->getScalarSizeInBits()) + " $0, [$1], $2, $3;";
    llvm::Value* old = assembly(builder, text, expected->getType(),
                                {exchange.getPointerOperand(), expected, exchange.getNewValOperand()});
    llvm::Value* result = builder.CreateInsertValue(llvm::PoisonValue::get(exchange.getType()), old, 0);
    exchange.replaceAllUsesWith(builder.CreateInsertValue(result, builder.CreateICmpEQ(old, expected), 1));
}

void lower(llvm::FenceInst& fence, fence_scope scope) {
    llvm::IRBuilder<> builder(&fence);
    const bool sequential = fence.getOrdering() == order::SequentiallyConsistent;
    emit_fence(builder, sequential ? fence_order::sequential : fence_order::acquire_release, scope);
}

/// Makes a plain access of an atomic one to private memory.
void lower_private(llvm::Instruction& instruction) {
    const llvm::Value* pointer = nullptr;
    if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) pointer = exchange->getPointerOperand();
    if (auto* update = llvm::dyn_cast<AtomicRMWInst>(&instruction)) pointer = update->getPointerOperand();
    if (!pointer) pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (!pointer || !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer, 0))) return;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) load->setAtomic(order::NotAtomic);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) store->setAtomic(order::NotAtomic);
    if (auto* update = llvm::dyn_cast<AtomicRMWInst>(&instruction)) llvm::lowerAtomicRMWInst(update);
    if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) llvm::lowerAtomicCmpXchgInst(exchange);
}

std::vector<llvm::Instruction*> atomics_of(llvm::Function& kernel) {
    std::vector<llvm::Instruction*> found;
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
        if (instruction.isAtomic()) found.push_back(&instruction);
    }
    return found;
}

/// Puts assembly in the place of `instruction`, unless LLVM emits the same itself.
void lower(llvm::Instruction& instruction) {
    const llvm::LLVMContext& context = instruction.getContext();
    const auto scoped = [&](auto& i) { return scope_of(context, i.getSyncScopeID()); };
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        lower(*load, scoped(*load));
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        lower(*store, scoped(*store));
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
        lower(*exchange, scoped(*exchange));
    } else if (auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
        lower(*fence, scoped(*fence));
    } else if (auto* update = llvm::dyn_cast<AtomicRMWInst>(&instruction)) {
        if (update->getOrdering() == order::Monotonic && scoped(*update) == fence_scope::device) return;
        lower(*update, scoped(*update));
    }
    instruction.eraseFromParent();
}

}  // namespace

void lower_private_atomics(llvm::Function& kernel) {
    for (llvm::Instruction* instruction : atomics_of(kernel)) lower_private(*instruction);
}

void lower_atomics(llvm::Function& kernel) {
    for (llvm::Instruction* instruction : atomics_of(kernel)) lower(*instruction);
}

}  // namespace ndweave::compiler::ptx
