/// How the group leaves a region: the body's ways out end at the latch of the loops over the work-items, and the branch
/// to the next region stands behind the loops.
///
///     body: br c, head1, exit     ==>     body: save kept values; next = c ? 0 : 1; br latch
///                                         after: switch next: region1, exit
#pragma once

#include "compiler/passes/regions/region_dispatch.hpp"
#include "compiler/passes/regions/region_plan.hpp"
#include "compiler/passes/regions/spill_slots.hpp"
#include "compiler/passes/regions/variable_liveness.hpp"

namespace ndweave::compiler {

class region_exits {
public:
    /// `entries` are those of all regions, by head, and the kernel's exit. `dispatch`: where work-items may disagree
    /// about the next region; null: the last one decides. Pre: a prologue.
    region_exits(llvm::Function& kernel, const region_plan& plan, const variable_liveness& live, spill_slots& slots,
                 const llvm::DenseMap<llvm::BasicBlock*, llvm::BasicBlock*>& entries, const region_dispatch* dispatch,
                 bool check);

    /// Connects the region, whose copies are made, with those that come after it.
    void connect(region& r);

    /// Promotable once all regions are connected.
    const llvm::SmallVector<llvm::AllocaInst*>& temporaries() const { return temporaries_; }

private:
    using block_set = llvm::SetVector<llvm::BasicBlock*>;

    llvm::AllocaInst* temporary(llvm::Type* type, llvm::StringRef name);
    void leave_together(region& r, llvm::BasicBlock* source);
    void leave_by_number(region& r, const block_set& sources, const block_set& targets);
    void go_on(region& r, const block_set& targets);
    void choose(llvm::IRBuilder<>& item, const region& r, const block_set& targets, std::uint32_t number);
    void check_agreement(llvm::IRBuilder<>& item, const region& r, const block_set& targets, std::uint32_t number);

    llvm::Function& kernel_;
    const region_plan& plan_;
    const variable_liveness& live_;
    spill_slots& slots_;
    const llvm::DenseMap<llvm::BasicBlock*, llvm::BasicBlock*>& entries_;
    const region_dispatch* dispatch_;
    bool check_;
    llvm::SmallVector<llvm::AllocaInst*> temporaries_;
    llvm::AllocaInst* next_;  // number of the next region
};

}  // namespace ndweave::compiler
