/// Where the kernel is split. A region is what is reached from a head without passing another head; every way into a
/// head is a barrier, explicit or implicit.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace ndweave::compiler {

struct region_plan {
    llvm::SetVector<llvm::BasicBlock*> heads;  // the first starts the kernel
    llvm::SmallPtrSet<llvm::BasicBlock*, 16>
        lifted;                                // end in a branch that is taken once for the group, after the loop
    llvm::SmallVector<llvm::AllocaInst*> any;  // i32, nonzero if an operand of group_any was true; reset by the
                                               // regions that write it
    llvm::DenseMap<llvm::BasicBlock*, llvm::DebugLoc> places;  // of heads: the barrier before, else the region's start
    llvm::BasicBlock* exit = nullptr;                          // holds nothing but `ret void`
    bool has_barrier = false;
    bool lockstep = true;
    unsigned implicit_barriers = 0;

    bool ends_region(const llvm::BasicBlock* block) const {
        return block == exit || heads.contains(const_cast<llvm::BasicBlock*>(block));
    }
};

/// The blocks of the region that starts at `head`, `head` first.
llvm::SetVector<llvm::BasicBlock*> region_blocks(const region_plan& plan, llvm::BasicBlock* head);

}  // namespace ndweave::compiler
