/// A region while it is made: its blocks, and their copies inside of loops over the work-items.
#pragma once

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "compiler/passes/work_items/item_loops.hpp"

namespace ndweave::compiler {

struct region {
    llvm::BasicBlock* head;
    llvm::SetVector<llvm::BasicBlock*> blocks;
    item_loops loops;
    llvm::ValueToValueMapTy copies;
    llvm::BitVector stored;  // kept variables that the region changes
    // Of lanes: kept variables' values at its start and its end, in memory; these arrays, and others of it alone.
    llvm::DenseMap<unsigned, llvm::AllocaInst*> read, written;
    llvm::SmallVector<llvm::AllocaInst*> arrays;

    llvm::BasicBlock* copy_of(llvm::BasicBlock* block) { return llvm::cast<llvm::BasicBlock>(copies[block]); }
};

}  // namespace ndweave::compiler
