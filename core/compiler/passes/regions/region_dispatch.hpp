/// Runs regions in the order that their work-items ask for, where those disagree about the next one: an operation of
/// some lanes stands under divergent control, or a barrier or an operation of sub-groups does, which the specification
/// leaves undefined (SYCL 2020, 4.17). Nothing hangs, and every work-item does what it does alone.
///
///     region r:   for each work-item: if (next[item] == r) { body; next[item] = the region that it goes on with }
///     dispatch:   r = the smallest next[item]; branch to region r
///
/// Regions are numbered in their order in the kernel (block_order.hpp), so that those who are behind catch up; where
/// the iterations of a loop end in a region of their own (implicit_barriers), those who take the same ways are at the
/// same place together, whatever others did in between. A work-item that has come to a barrier of the work-group waits
/// for all that have not ended.
///
/// In front of a region that asks for the active lanes:
///
///     active:     active = {item: next[item] == r}; branch to region r
#pragma once

#include <llvm/ADT/MapVector.h>

#include "compiler/passes/regions/group_storage.hpp"
#include "compiler/passes/regions/region.hpp"
#include "compiler/passes/regions/region_plan.hpp"

namespace ndweave::compiler {

class region_dispatch {
public:
    /// `items`: how many there are, i32, available in the prologue. `check`: tells of work-items that disagree.
    region_dispatch(llvm::Function& kernel, const region_plan& plan, group_storage& storage, llvm::Value* items,
                    bool check);

    /// Where the kernel begins.
    llvm::BasicBlock* begin() const { return begin_; }

    /// Where regions end.
    llvm::BasicBlock* block() const { return dispatch_; }

    /// Whether the work-item takes part in a region, where its loops begin.
    llvm::Value* takes_part(llvm::IRBuilder<>& item, const region& r) const;

    /// The work-item goes on with `target`, a head or the exit.
    void choose(llvm::IRBuilder<>& item, const region& r, llvm::BasicBlock* target) const;

    /// Makes the blocks that choose. `entries` are those of all regions, by head.
    void connect(const llvm::DenseMap<llvm::BasicBlock*, llvm::BasicBlock*>& entries) const;

    /// The lanes that take part in a region that asks for them, i64; for check mode all with operations of members do.
    llvm::Value* active_lanes(llvm::IRBuilder<>& at, const region& r) const;

    /// Tells of a member that is not there, in front of `operation`.
    void check_members(llvm::CallInst& operation, const region& r) const;

    /// Promotable once the blocks are made.
    llvm::SmallVector<llvm::AllocaInst*> temporaries() const {
        llvm::SmallVector<llvm::AllocaInst*> all{smallest_};
        for (const auto& [head, variable] : active_) all.push_back(variable);
        return all;
    }

private:
    std::uint32_t regions() const { return static_cast<std::uint32_t>(plan_.heads.size()); }
    bool waits_at(llvm::BasicBlock* target) const;
    llvm::BasicBlock* block(const char* name) const;
    llvm::Value* next_of(llvm::IRBuilder<>& at, llvm::Value* item) const;
    void for_each_item(llvm::IRBuilder<>& at, llvm::function_ref<void(llvm::Value*)> body) const;
    llvm::BasicBlock* find_active(llvm::BasicBlock& head, llvm::BasicBlock* entry) const;
    void pass_barrier(llvm::IRBuilder<>& at) const;
    void tell_of_others(llvm::IRBuilder<>& at, llvm::Value* number) const;
    void tell(llvm::IRBuilder<>& at, llvm::Value* item, llvm::Value* next, llvm::Value* number) const;
    llvm::Value* place_of(llvm::IRBuilder<>& at, llvm::Value* number) const;

    llvm::Function& kernel_;
    const region_plan& plan_;
    llvm::Value* items_;
    bool check_;
    llvm::DenseMap<llvm::BasicBlock*, std::uint32_t> numbers_;  // of heads, and of the exit
    llvm::Value* next_;  // array over the work-items, i32: a region's number; number + regions() while the item waits
                         // in front of that region; the exit's number once it has ended
    llvm::AllocaInst* smallest_;                                    // i32
    llvm::MapVector<llvm::BasicBlock*, llvm::AllocaInst*> active_;  // i64, of heads whose regions ask
    llvm::BasicBlock *begin_, *dispatch_;
};

}  // namespace ndweave::compiler
