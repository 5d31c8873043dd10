#include "compiler/codegen/ptx/kernel/builtin_emitter.hpp"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "compiler/codegen/ptx/passes/address_space.hpp"

namespace ndweave::compiler::ptx {
namespace {

namespace in = llvm::Intrinsic;

constexpr in::ID registers[4][3] = {
    {in::nvvm_read_ptx_sreg_tid_x, in::nvvm_read_ptx_sreg_tid_y, in::nvvm_read_ptx_sreg_tid_z},
    {in::nvvm_read_ptx_sreg_ntid_x, in::nvvm_read_ptx_sreg_ntid_y, in::nvvm_read_ptx_sreg_ntid_z},
    {in::nvvm_read_ptx_sreg_ctaid_x, in::nvvm_read_ptx_sreg_ctaid_y, in::nvvm_read_ptx_sreg_ctaid_z},
    {in::nvvm_read_ptx_sreg_nctaid_x, in::nvvm_read_ptx_sreg_nctaid_y, in::nvvm_read_ptx_sreg_nctaid_z},
};

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
constexpr std::uint64_t max_block[3] = {1024, 1024, 64};
constexpr std::uint64_t max_grid[3] = {2147483647, 65535, 65535};

llvm::GlobalVariable* shared_array(llvm::Module& module, const char* name, std::uint64_t bytes, unsigned alignment,
                                   bool dynamic) {
    llvm::Type* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), bytes);
    auto* array = new llvm::GlobalVariable(
        module, type, false, dynamic ? llvm::GlobalValue::ExternalLinkage : llvm::GlobalValue::InternalLinkage,
        dynamic ? nullptr : llvm::UndefValue::get(type), name, nullptr, llvm::GlobalValue::NotThreadLocal,
        shared_space);
    array->setAlignment(llvm::Align(alignment));
    return array;
}

}  // namespace

builtin_emitter::builtin_emitter(const kernel_arguments& arguments, const kernel_attributes& launch,
                                 unsigned& operations, llvm::Instruction* at)
    : arguments_(arguments), launch_(launch), operations_(operations), builder_(at) {}

llvm::Value* builtin_emitter::read(in::ID id, std::uint64_t low, std::uint64_t high) {
    llvm::CallInst* call = builder_.CreateIntrinsic(builder_.getInt32Ty(), id, {});
    call->setMetadata(llvm::LLVMContext::MD_range,
                      llvm::MDBuilder(builder_.getContext()).createRange(llvm::APInt(32, low), llvm::APInt(32, high)));
    return call;
}

llvm::Value* builtin_emitter::along(quantity what, unsigned axis) {
    const std::uint32_t local = launch_.local_range[axis];
    const bool known = launch_.local_range[0] != 0;
    const in::ID id = registers[static_cast<unsigned>(what)][axis];
    switch (what) {
        case quantity::local_id:
            if (known && local == 1) return u32(0);
            return read(id, 0, known ? local : max_block[axis]);
        case quantity::local_range:
            return known ? u32(local) : read(id, 1, max_block[axis] + 1);
        case quantity::group_id:
            return arguments_.group_range[0] ? group_id_in_row(axis) : read(id, 0, max_grid[axis]);
        case quantity::group_range:
            if (arguments_.group_range[0]) return arguments_.group_range[axis];
            return read(id, 1, max_grid[axis] + 1);
    }
    return nullptr;
}

llvm::Value* builtin_emitter::group_id_in_row(unsigned axis) {
    llvm::Value* row = read(in::nvvm_read_ptx_sreg_ctaid_x, 0, max_grid[0]);
    for (unsigned a = 0; a < axis; ++a) row = builder_.CreateUDiv(row, arguments_.group_range[a]);
    return axis == 2 ? row : builder_.CreateURem(row, arguments_.group_range[axis]);
}

template <class F>
llvm::Value* builtin_emitter::select_axis(llvm::Value* axis, F value) {
    if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(axis)) {
        return value(static_cast<unsigned>(std::min<std::uint64_t>(constant->getZExtValue(), 2)));
    }
    llvm::Value* x = value(0);
    llvm::Value* y = value(1);
    llvm::Value* z = value(2);
    llvm::Value* not_x = builder_.CreateSelect(builder_.CreateICmpEQ(axis, u32(1)), y, z);
    return builder_.CreateSelect(builder_.CreateICmpEQ(axis, u32(0)), x, not_x);
}

llvm::Value* builtin_emitter::local_id(llvm::Value* axis) {
    return select_axis(axis, [&](unsigned a) { return along(quantity::local_id, a); });
}

llvm::Value* builtin_emitter::local_range(llvm::Value* axis) {
    return select_axis(axis, [&](unsigned a) { return along(quantity::local_range, a); });
}

llvm::Value* builtin_emitter::group_id(llvm::Value* axis) {
    return select_axis(
        axis, [&](unsigned a) { return builder_.CreateZExt(along(quantity::group_id, a), builder_.getInt64Ty()); });
}

llvm::Value* builtin_emitter::group_range(llvm::Value* axis) {
    return select_axis(
        axis, [&](unsigned a) { return builder_.CreateZExt(along(quantity::group_range, a), builder_.getInt64Ty()); });
}

llvm::Value* builtin_emitter::global_id(llvm::Value* axis) {
    llvm::Type* i64 = builder_.getInt64Ty();
    return select_axis(axis, [&](unsigned a) {
        llvm::Value* group = builder_.CreateZExt(along(quantity::group_id, a), i64);
        llvm::Value* size = builder_.CreateZExt(along(quantity::local_range, a), i64);
        llvm::Value* local = builder_.CreateZExt(along(quantity::local_id, a), i64);
        return builder_.CreateAdd(builder_.CreateMul(group, size, "", true, true), local, "", true, true);
    });
}

llvm::Value* builtin_emitter::global_range(llvm::Value* axis) {
    llvm::Type* i64 = builder_.getInt64Ty();
    return select_axis(axis, [&](unsigned a) -> llvm::Value* {
        if (arguments_.global_range[a]) return arguments_.global_range[a];
        llvm::Value* groups = builder_.CreateZExt(along(quantity::group_range, a), i64);
        llvm::Value* size = builder_.CreateZExt(along(quantity::local_range, a), i64);
        return builder_.CreateMul(groups, size, "", true, true);
    });
}

std::uint32_t builtin_emitter::group_items() const {
    return launch_.local_range[0] * launch_.local_range[1] * launch_.local_range[2];
}

llvm::Value* builtin_emitter::linear_local_id() {
    llvm::Value* x = along(quantity::local_id, 0);
    llvm::Value* y = along(quantity::local_id, 1);
    llvm::Value* z = along(quantity::local_id, 2);
    llvm::Value* rows =
        builder_.CreateAdd(builder_.CreateMul(z, along(quantity::local_range, 1), "", true), y, "", true);
    return builder_.CreateAdd(builder_.CreateMul(rows, along(quantity::local_range, 0), "", true), x, "", true);
}

// Warps are formed of threads of consecutive linear index, x fastest (CUDA C++ Programming Guide, "Thread Hierarchy").
llvm::Value* builtin_emitter::lane() { return builder_.CreateAnd(linear_local_id(), warp_size - 1); }

llvm::Value* builtin_emitter::warp() { return builder_.CreateUDiv(linear_local_id(), u32(warp_size)); }

/// The lanes that exist: all 32, but for the last warp of a group whose size is no multiple of 32.
llvm::Value* builtin_emitter::member_mask() {
    const std::uint32_t items = group_items();
    const std::uint32_t rest = items % warp_size;
    if (rest == 0) return u32(~0u);
    const std::uint32_t partial = (1u << rest) - 1;
    if (items < warp_size) return u32(partial);
    llvm::Value* last = builder_.CreateICmpEQ(warp(), u32(items / warp_size));
    return builder_.CreateSelect(last, u32(partial), u32(~0u));
}

llvm::Value* builtin_emitter::shuffle(llvm::Value* value, llvm::Value* lane) {
    return shuffle_in(member_mask(), value, lane);
}

llvm::Value* builtin_emitter::shuffle_among(llvm::Value* members, llvm::Value* value, llvm::Value* lane) {
    return shuffle_in(builder_.CreateTrunc(members, builder_.getInt32Ty()), value, lane);
}

llvm::Value* builtin_emitter::shuffle_in(llvm::Value* mask, llvm::Value* value, llvm::Value* lane) {
    const auto word = [&](llvm::Value* part) -> llvm::Value* {
        return builder_.CreateIntrinsic(builder_.getInt32Ty(), in::nvvm_shfl_sync_idx_i32,
                                        {mask, part, lane, u32(warp_size - 1)});
    };
    if (value->getType()->isIntegerTy(32)) return word(value);
    llvm::Type* pair = llvm::FixedVectorType::get(builder_.getInt32Ty(), 2);
    llvm::Value* words = builder_.CreateBitCast(value, pair);
    llvm::Value* low = word(builder_.CreateExtractElement(words, std::uint64_t{0}));
    llvm::Value* high = word(builder_.CreateExtractElement(words, std::uint64_t{1}));
    llvm::Value* result = builder_.CreateInsertElement(llvm::PoisonValue::get(pair), low, std::uint64_t{0});
    return builder_.CreateBitCast(builder_.CreateInsertElement(result, high, std::uint64_t{1}), value->getType());
}

void builtin_emitter::warp_barrier() {
    builder_.CreateIntrinsic(builder_.getVoidTy(), in::nvvm_bar_warp_sync, {member_mask()});
}

llvm::Value* builtin_emitter::ballot_among(llvm::Value* members, llvm::Value* value) {
    llvm::Value* votes = builder_.CreateIntrinsic(
        builder_.getInt32Ty(), in::nvvm_vote_ballot_sync,
        {builder_.CreateTrunc(members, builder_.getInt32Ty()), builder_.CreateIsNotNull(value)});
    return builder_.CreateZExt(votes, builder_.getInt64Ty());
}

void builtin_emitter::barrier_among(llvm::Value* members) {
    builder_.CreateIntrinsic(builder_.getVoidTy(), in::nvvm_bar_warp_sync,
                             {builder_.CreateTrunc(members, builder_.getInt32Ty())});
}

llvm::Value* builtin_emitter::active_lanes() {
    llvm::Value* mask = builder_.CreateIntrinsic(builder_.getInt32Ty(), in::nvvm_activemask, {});
    return builder_.CreateZExt(mask, builder_.getInt64Ty());
}

/// The arguments lie one behind the other as in a struct, promoted as C's variable arguments are.
llvm::Value* builtin_emitter::print(const llvm::CallInst& call) {
    llvm::SmallVector<llvm::Value*> values;
    llvm::SmallVector<llvm::Type*> types;
    for (llvm::Value* value : llvm::drop_begin(call.args())) {
        if (value->getType()->isFloatTy()) value = builder_.CreateFPExt(value, builder_.getDoubleTy());
        values.push_back(value);
        types.push_back(value->getType());
    }
    llvm::Value* buffer = llvm::ConstantPointerNull::get(builder_.getPtrTy());
    if (!values.empty()) {
        llvm::StructType* const type = llvm::StructType::get(builder_.getContext(), types);
        llvm::BasicBlock& entry = builder_.GetInsertBlock()->getParent()->getEntryBlock();
        buffer = llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(type);
        for (unsigned n = 0; n < values.size(); ++n)
            builder_.CreateStore(values[n], builder_.CreateStructGEP(type, buffer, n));
    }
    llvm::FunctionCallee vprintf = module().getOrInsertFunction(
        "vprintf", llvm::FunctionType::get(builder_.getInt32Ty(), {builder_.getPtrTy(), builder_.getPtrTy()}, false));
    auto* const function = llvm::cast<llvm::Function>(vprintf.getCallee());
    function->setMemoryEffects(llvm::MemoryEffects::inaccessibleOrArgMemOnly());
    function->setDoesNotThrow();
    function->setWillReturn();
    return builder_.CreateCall(vprintf, {call.getArgOperand(0), buffer});
}

llvm::CallInst* builtin_emitter::block_barrier() {
    return builder_.CreateIntrinsic(builder_.getVoidTy(), in::nvvm_barrier0, {});
}

void builtin_emitter::scratch_barrier() {
    block_barrier()->setMetadata(scratch_barrier_name, llvm::MDNode::get(builder_.getContext(), {}));
}

void builtin_emitter::fence(llvm::Value* scope, fence_order order) {
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(scope);
    emit_fence(builder_, order, constant ? scope_of(constant->getZExtValue()) : fence_scope::system);
}

llvm::Value* builtin_emitter::local_memory() {
    llvm::GlobalVariable* array = module().getNamedGlobal("ndw_local_memory");
    if (!array) array = shared_array(module(), "ndw_local_memory", 0, 64, true);
    return builder_.CreateAddrSpaceCast(array, builder_.getPtrTy());
}

llvm::Value* builtin_emitter::scratch(const char* name, std::uint64_t bytes) {
    llvm::GlobalVariable* old = module().getNamedGlobal(name);
    if (old && module().getDataLayout().getTypeAllocSize(old->getValueType()) >= bytes) {
        return builder_.CreateAddrSpaceCast(old, builder_.getPtrTy());
    }
    llvm::GlobalVariable* array = shared_array(module(), "", bytes, 16, false);
    if (old) {
        old->replaceAllUsesWith(array);
        old->eraseFromParent();
    }
    array->setName(name);
    return builder_.CreateAddrSpaceCast(array, builder_.getPtrTy());
}

llvm::Value* builtin_emitter::group_scratch(std::uint32_t bytes) {
    return scratch(scratch_name, std::uint64_t{bytes} * group_items());
}

llvm::Value* builtin_emitter::warp_scratch(std::uint32_t bytes) {
    return scratch(warp_scratch_names[operations_++ % warp_scratch_names.size()],
                   std::uint64_t{bytes} * ((group_items() + warp_size - 1) / warp_size));
}

}  // namespace ndweave::compiler::ptx
