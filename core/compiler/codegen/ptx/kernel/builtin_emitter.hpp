/// Emits NVPTX code for one builtin at one call site.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>

#include <array>
#include <cstdint>

#include "compiler/codegen/ptx/kernel/arguments.hpp"
#include "compiler/codegen/ptx/kernel/fence.hpp"
#include "compiler/kernel_attributes.hpp"

namespace ndweave::compiler::ptx {

constexpr std::uint32_t warp_size = 32;
// The shared arrays of group algorithms: for each work-item, and, in turns, for each warp.
constexpr const char* scratch_name = "ndw_scratch";
constexpr std::array<const char*, 2> warp_scratch_names = {"ndw_warp_scratch_0", "ndw_warp_scratch_1"};

/// Says of a barrier that it is one of scratch memory: __ndweave_scratch_barrier.
constexpr const char* scratch_barrier_name = "ndweave.scratch";

class builtin_emitter {
public:
    /// `operations`: group operations with an array of warp_scratch so far.
    builtin_emitter(const kernel_arguments& arguments, const kernel_attributes& launch, unsigned& operations,
                    llvm::Instruction* at);

    // Position and extent along `axis`, which need not be a constant.
    llvm::Value* local_id(llvm::Value* axis);
    llvm::Value* local_range(llvm::Value* axis);
    llvm::Value* group_id(llvm::Value* axis);
    llvm::Value* group_range(llvm::Value* axis);
    llvm::Value* global_id(llvm::Value* axis);
    llvm::Value* global_range(llvm::Value* axis);

    llvm::Value* lane();
    llvm::Value* warp();
    llvm::Value* shuffle(llvm::Value* value, llvm::Value* lane);
    llvm::Value* shuffle_among(llvm::Value* members, llvm::Value* value, llvm::Value* lane);
    llvm::Value* ballot_among(llvm::Value* members, llvm::Value* value);
    void barrier_among(llvm::Value* members);
    llvm::Value* active_lanes();
    /// printf by the driver's vprintf.
    llvm::Value* print(const llvm::CallInst& call);
    void warp_barrier();
    llvm::CallInst* block_barrier();
    /// One that only keeps accesses to warp_scratch apart.
    void scratch_barrier();
    void fence(llvm::Value* scope, fence_order order);
    llvm::Value* local_memory();
    /// `bytes` for each work-item of the group.
    llvm::Value* group_scratch(std::uint32_t bytes);
    /// `bytes` for each warp, for the kernel's next operation: another array than that of the one before.
    llvm::Value* warp_scratch(std::uint32_t bytes);

    llvm::Value* u32(std::uint32_t value) { return builder_.getInt32(value); }

private:
    enum class quantity { local_id, local_range, group_id, group_range };

    llvm::Value* read(llvm::Intrinsic::ID id, std::uint64_t low, std::uint64_t high);
    llvm::Value* along(quantity what, unsigned axis);
    /// The group's id along `axis` where all groups come in one row.
    llvm::Value* group_id_in_row(unsigned axis);
    template <class F>
    llvm::Value* select_axis(llvm::Value* axis, F value);
    llvm::Value* linear_local_id();
    llvm::Value* member_mask();
    llvm::Value* shuffle_in(llvm::Value* mask, llvm::Value* value, llvm::Value* lane);
    std::uint32_t group_items() const;
    llvm::Value* scratch(const char* name, std::uint64_t bytes);

    llvm::Module& module() { return *builder_.GetInsertBlock()->getModule(); }

    const kernel_arguments& arguments_;
    const kernel_attributes& launch_;
    unsigned& operations_;
    llvm::IRBuilder<> builder_;
};

}  // namespace ndweave::compiler::ptx
