/// An empty nest of loops over the work-items of a group: one loop an axis, axis 0 innermost.
///
///     entry:    (caller: group-wide work)
///     axis1:    y = phi [0, entry], [y + 1, latch1]
///     axis0:    x = phi [0, axis1], [x + 1, latch0]
///               (caller: branch from `innermost` to the body)
///     latch0:   x + 1 < extent ? axis0 : latch1
///     latch1:   y + 1 < extent ? axis1 : after
///     after:    (caller: branch)
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiler/passes/loops/group_shape.hpp"

namespace ndweave::compiler {

struct item_loops {
    llvm::BasicBlock* entry;      // ends in the branch into the nest
    llvm::BasicBlock* innermost;  // without terminator
    llvm::BasicBlock* latch;      // where the body goes when it is done
    llvm::BasicBlock* after;      // without terminator
    llvm::Value* id[3];           // i32
    llvm::Value* linear;          // i32, position in a group of `shape`
    llvm::MDNode* access_group;   // marks accesses that are independent between work-items
};

/// `extent[a]`: number of work-items, i32, available in the prologue. Without `loop`, runs work-item 0 only. `where`:
/// the loops' source line for reports; null: not known.
item_loops make_item_loops(llvm::Function& kernel, const group_shape& shape, llvm::ArrayRef<llvm::Value*> extent,
                           bool loop, const llvm::DILocation* where);

}  // namespace ndweave::compiler
