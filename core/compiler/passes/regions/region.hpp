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
    llvm::DenseMap<unsigned, llvm::AllocaInst*> read,
        written;  // of lanes: kept variables' values at its start, its end

    llvm::BasicBlock* copy_of(llvm::BasicBlock* block) { return llvm::cast<llvm::BasicBlock>(copies[block]); }
};

}  // namespace ndweave::compiler
