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

namespace ndweave::compiler {
namespace {

constexpr std::uint32_t kind_basic = 1;
constexpr unsigned largest = 64;           // instructions; more of them hide the latency themselves
constexpr std::uint64_t most_loaded = 16;  // bytes a work-item; with more in flight one a thread fills the pipeline

bool is_call_of(const llvm::Instruction& instruction, llvm::StringRef name) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name;
}

/// Ids, ranges, and arithmetic that is one instruction each.
bool is_simple_call(const llvm::CallInst& call) {
    if (is_call_of(call, "__ndweave_global_id") || is_call_of(call, "__ndweave_global_range")) return true;
    if (call.isDebugOrPseudoInst() || llvm::isa<llvm::LifetimeIntrinsic>(call)) return true;
    switch (call.getIntrinsicID()) {
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
    item_copy(llvm::CallInst& call, llvm::Value* id) : id_(id), next_(body(call).begin()) {
        map_[call.getCalledFunction()->getArg(0)] = call.getArgOperand(0);
    }

    /// Clones up to the first store (`whole` false) or all the rest.
    void clone(llvm::IRBuilder<>& builder, bool whole) {
        for (; !next_->isTerminator(); ++next_) {
            if (!whole && llvm::isa<llvm::StoreInst>(*next_)) return;
            if (next_->isDebugOrPseudoInst()) continue;
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
    static llvm::BasicBlock& body(llvm::CallInst& call) { return call.getCalledFunction()->getEntryBlock(); }

    llvm::Value* id_;
    llvm::BasicBlock::iterator next_;
    llvm::ValueToValueMapTy map_;
};

llvm::Value* group_id(llvm::IRBuilder<>& builder, llvm::Module& module) {
    llvm::FunctionCallee function = module.getOrInsertFunction(
        "__ndweave_group_id", llvm::FunctionType::get(builder.getInt64Ty(), {builder.getInt32Ty()}, false));
    return builder.CreateCall(function, {builder.getInt32(0)});
}

llvm::Value* local_id(llvm::IRBuilder<>& builder, llvm::Module& module) {
    llvm::FunctionCallee function = module.getOrInsertFunction(
        "__ndweave_local_id", llvm::FunctionType::get(builder.getInt32Ty(), {builder.getInt32Ty()}, false));
    return builder.CreateZExt(builder.CreateCall(function, {builder.getInt32(0)}), builder.getInt64Ty());
}

}  // namespace

bool streams(const llvm::Function& entry, const ndw_compile_request& request) {
    if (request.variant.kind != kind_basic || request.variant.dimensions != 1 || entry.size() != 1) return false;
    if (request.variant.local_range[0] < 32 || entry.getEntryBlock().size() > largest) return false;
    bool stores = false;
    std::uint64_t loaded = 0;
    for (const llvm::Instruction& instruction : entry.getEntryBlock()) {
        if (!instruction.isTerminator() && !is_simple(instruction)) return false;
        stores |= llvm::isa<llvm::StoreInst>(instruction);
        loaded += loaded_bytes(instruction);
    }
    return stores && loaded <= most_loaded;
}

void coarsen(llvm::CallInst& call, llvm::Value* global_range, std::uint32_t local_range) {
    llvm::Module& module = *call.getModule();
    llvm::IRBuilder<> builder(&call);
    llvm::Value* size = builder.getInt64(local_range);
    llvm::Value* base =
        builder.CreateMul(group_id(builder, module), builder.getInt64(coarsening * local_range), "", true, true);
    llvm::Value* first = builder.CreateAdd(base, local_id(builder, module), "", true, true);
    const std::array<llvm::Value*, coarsening> ids{first, builder.CreateAdd(first, size, "", true, true)};
    llvm::Value* end = builder.CreateAdd(base, builder.getInt64(coarsening * local_range), "", true, true);
    llvm::Value* inside = builder.CreateICmpULE(end, global_range);

    llvm::Instruction *whole = nullptr, *partial = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(inside, &call, &whole, &partial);
    builder.SetInsertPoint(whole);
    std::array<item_copy, coarsening> items{item_copy(call, ids[0]), item_copy(call, ids[1])};
    for (item_copy& item : items) item.clone(builder, false);
    for (item_copy& item : items) item.clone(builder, true);

    for (llvm::Value* id : ids) {
        builder.SetInsertPoint(partial);
        llvm::Instruction* then =
            llvm::SplitBlockAndInsertIfThen(builder.CreateICmpULT(id, global_range), partial, false);
        builder.SetInsertPoint(then);
        item_copy(call, id).clone(builder, true);
    }
    call.eraseFromParent();
}

}  // namespace ndweave::compiler
