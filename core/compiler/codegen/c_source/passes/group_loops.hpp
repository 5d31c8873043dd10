/// The loops over the work-items of a group (work_item_loops.hpp), for devices that would make such loops themselves:
/// processors.
///
///     a; barrier; b     ==>     for (item) a; for (item) b        in groups of one work-item of the device
///
/// PoCL makes them of the control flow that it sees, and is wrong about branches, loops and values that differ between
/// work-items (docs/decisions/094). Here they are brought into the form of C.
#pragma once

#include "llvm/IR/PassManager.h"

namespace llvm {
class Loop;
}

namespace ndweave::compiler::c_source_detail {

/// Each part of the arena becomes an array of its own, from one offset to the next.
void place_arena(llvm::Function& kernel);

/// In loops over work-items, addresses depend on the work-item in a way that is not known: the device's compiler must
/// not take strided accesses for a group of them (pin_strided_accesses.hpp).
struct hide_strides : llvm::PassInfoMixin<hide_strides> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Whether the work-items that the loop runs are independent of each other: a vectorizer need not look.
bool is_parallel(const llvm::Loop&);

}  // namespace ndweave::compiler::c_source_detail
