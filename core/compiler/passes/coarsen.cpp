#include "compiler/passes/coarsen.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <array>

#include "compiler/abi.h"
#include "compiler/kernel_attributes.hpp"

namespace ndweave::compiler {
namespace {

constexpr const char* coarsening_name = "ndweave-coarsening";
constexpr unsigned largest = 64;          // instructions; more of them hide the latency themselves
constexpr std::uint64_t max_loaded = 16;  // bytes a work-item; with more in flight one a thread fills the pipeline

bool is_call_of(const llvm::Instruction& instruction, llvm::StringRef name) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name;
}

/// Ids, ranges, and arithmetic that is one instruction each.
bool is_simple_call(const llvm::CallInst& call) {
    if (is_call_of(call, "__ndweave_global_id") || is_call_of(call, "__ndweave_global_range")) return true;
    if (call.isDebugOrPseudoInst() || llvm::isa<llvm::LifetimeIntrinsic>(call)) return true;
    switch (call.getIntrinsicID()) {
        case llvm::Intrinsic::experimental_noalias_scope_decl:
        case llvm::Intrinsic::fmuladd:
        case llvm::Intrinsic::fma:
        case llvm::Intrinsic::fabs:
        case llvm::Intrinsic::minnum:
        case llvm::Intrinsic::maxnum:
            return true;
        default:
            return false;
    }
}

bool is_simple(const llvm::Instruction& instruction) {
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return is_simple_call(*call);
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->isSimple();
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return store->isSimple();
    return !instruction.mayReadOrWriteMemory() && !llvm::isa<llvm::AllocaInst>(instruction);
}

/// What a load brings from memory; 0 for loads of captures, and for other instructions.
std::uint64_t loaded_bytes(const llvm::Instruction& instruction) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (!load || llvm::isa<llvm::Argument>(llvm::getUnderlyingObject(load->getPointerOperand(), 0))) return 0;
    return instruction.getModule()->getDataLayout().getTypeStoreSize(load->getType()).getFixedValue();
}

/// One work-item's copy of the entry's only block.
class item_copy {
public:
    item_copy(llvm::Function& entry, llvm::Value* functor, llvm::Value* id)
        : id_(id), next_(entry.getEntryBlock().begin()) {
        map_[entry.getArg(0)] = functor;
    }

    /// Clones up to the first store (`whole` false) or all the rest.
    void clone(llvm::IRBuilder<>& builder, bool whole) {
        for (; !next_->isTerminator(); ++next_) {
            if (!whole && llvm::isa<llvm::StoreInst>(*next_)) return;
            if (next_->isDebugOrPseudoInst() || llvm::isa<llvm::NoAliasScopeDeclInst>(*next_)) continue;
            if (is_call_of(*next_, "__ndweave_global_id")) {
                map_[&*next_] = id_;
                continue;
            }
            llvm::Instruction* copy = builder.Insert(next_->clone());
            llvm::RemapInstruction(copy, map_, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
            map_[&*next_] = copy;
        }
    }

private:
    llvm::Value* id_;
    llvm::BasicBlock::iterator next_;
    llvm::ValueToValueMapTy map_;
};

/// What a function promises by `restrict` holds for its calls by several work-items at once, which are not ordered:
/// their copies have the same scopes.
void declare_scopes_once(llvm::Function& both, llvm::Function& entry) {
    for (llvm::Instruction& instruction : entry.getEntryBlock()) {
        if (llvm::isa<llvm::NoAliasScopeDeclInst>(instruction))
            instruction.clone()->insertBefore(both.getEntryBlock().getTerminator());
    }
}

/// A call of the builtin of that name for axis 0.
llvm::Value* along_axis_0(llvm::IRBuilder<>& builder, llvm::StringRef name, llvm::Type* type) {
    llvm::Module& module = *builder.GetInsertBlock()->getModule();
    llvm::FunctionCallee function =
        module.getOrInsertFunction(name, llvm::FunctionType::get(type, {builder.getInt32Ty()}, false));
    return builder.CreateCall(function, {builder.getInt32(0)});
}

bool streams(const llvm::Function& entry, const kernel_attributes& launch) {
    if (launch.kind != NDW_KERNEL_BASIC || launch.dimensions != 1 || entry.size() != 1) return false;
    if (launch.local_range[0] < 32 || entry.getEntryBlock().size() > largest) return false;
    bool stores = false;
    std::uint64_t loaded = 0;
    for (const llvm::Instruction& instruction : entry.getEntryBlock()) {
        if (!instruction.isTerminator() && !is_simple(instruction)) return false;
        stores |= llvm::isa<llvm::StoreInst>(instruction);
        loaded += loaded_bytes(instruction);
    }
    return stores && loaded <= max_loaded;
}

/// Fills `both` with two work-items of `entry`, in groups of `local_range`.
void run_both(llvm::Function& both, llvm::Function& entry, std::uint32_t local_range) {
    llvm::LLVMContext& context = both.getContext();
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "start", &both));
    llvm::Instruction* const end = builder.CreateRetVoid();
    builder.SetInsertPoint(end);
    llvm::Type* const i64 = builder.getInt64Ty();
    llvm::Value* const range = along_axis_0(builder, "__ndweave_global_range", i64);
    llvm::Value* const base = builder.CreateMul(along_axis_0(builder, "__ndweave_group_id", i64),
                                                builder.getInt64(coarsening * local_range), "", true, true);
    llvm::Value* const local =
        builder.CreateZExt(along_axis_0(builder, "__ndweave_local_id", builder.getInt32Ty()), i64);
    llvm::Value* const first = builder.CreateAdd(base, local, "", true, true);
    const std::array<llvm::Value*, coarsening> ids{
        first, builder.CreateAdd(first, builder.getInt64(local_range), "", true, true)};
    llvm::Value* const behind = builder.CreateAdd(base, builder.getInt64(coarsening * local_range), "", true, true);
    llvm::Value* const inside = builder.CreateICmpULE(behind, range);

    llvm::Instruction *whole = nullptr, *partial = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(inside, end, &whole, &partial);
    builder.SetInsertPoint(whole);
    llvm::Value* const functor = both.getArg(0);
    declare_scopes_once(both, entry);
    std::array<item_copy, coarsening> items{item_copy(entry, functor, ids[0]), item_copy(entry, functor, ids[1])};
    for (item_copy& item : items) item.clone(builder, false);
    for (item_copy& item : items) item.clone(builder, true);

    for (llvm::Value* id : ids) {
        builder.SetInsertPoint(partial);
        llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(builder.CreateICmpULT(id, range), partial, false);
        builder.SetInsertPoint(then);
        item_copy(entry, functor, id).clone(builder, true);
    }
}

}  // namespace

void coarsen(llvm::Function& kernel) {
    const kernel_attributes launch = kernel_attributes::of(kernel);
    if (!streams(kernel, launch)) return;
    auto* both = llvm::Function::Create(kernel.getFunctionType(), kernel.getLinkage(), "", kernel.getParent());
    both->takeName(&kernel);
    run_both(*both, kernel, launch.local_range[0]);
    move_kernel_attributes(kernel, *both);
    set_note(*both, coarsening_name, coarsening);
    kernel.eraseFromParent();
}

bool is_coarse(const llvm::Function& kernel) { return kernel.hasFnAttribute(coarsening_name); }

}  // namespace ndweave::compiler
