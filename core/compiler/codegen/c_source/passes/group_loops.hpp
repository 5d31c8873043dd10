/// Loops over the work-items of a group, for devices that would make such loops themselves: processors.
///
///     a; barrier; b     ==>     for (item) a; for (item) b        in groups of one work-item of the device
///
/// PoCL makes them of the control flow that it sees, and is wrong about branches, loops and values that differ between
/// work-items (docs/decisions/094). These are the ones that the processor's own kernels have (work_item_loops.hpp).
#pragma once

#include <cstdint>

#include "compiler/abi.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Loop;
}

namespace ndweave::compiler::c_source_detail {

/// What form_group_loops leaves as attributes of the kernel: that it runs a whole group, whether it has barriers,
/// the work-items of a strip if there are any, and the bytes of its arena.
constexpr llvm::StringRef group_loops_note = "ndweave-group-loops", barrier_note = "ndweave-barriers",
                          strip_note = "ndweave-strip", arena_note = "ndweave-arena";

/// Pre: the kernel is no single task, and cleaned up. `tile`: of basic kernels, whose loops run a tile of a row
/// (tiles.hpp), the most work-items of one.
llvm::Error form_group_loops(llvm::Function& kernel, const ndw_compile_request& request, std::uint32_t tile);

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
