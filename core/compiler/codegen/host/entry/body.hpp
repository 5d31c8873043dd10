/// The kernel's body as an inlinable function: builtins become arguments.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace ndweave::compiler::host {

/// Positions of the body's arguments. Entries of three take one position per axis.
enum body_argument : unsigned {
    body_functor = 0,
    body_local_memory = 1,
    body_arena = 2,
    body_scratch = 3,
    body_check = 4,
    body_index = 5,          // i64: work-item of a basic kernel, first work-item of a tile, or work-group
    body_group_range = 8,    // i64
    body_global_range = 11,  // i64
    body_extent = 14,        // i32: of a tile
    body_argument_count = 17
};

struct body_options {
    /// Given to every memory access; null: none. With it, that the memories do not alias is left unsaid: the markers
    /// that inlining makes of it count as accesses without the group.
    llvm::MDNode* access_group = nullptr;
    /// Offsets in the functor of pointers that are known to be aligned for streaming stores; null: none.
    const llvm::SmallVectorImpl<std::uint64_t>* aligned_captures = nullptr;
    /// Bytes of the functor whose captures are loaded at the body's beginning, also those that only a guard's inside
    /// uses: speculated later, such a load would lose what tells it from other memory.
    std::uint64_t captures_first = 0;
};

/// Moves `kernel` (erased afterwards) into a new internal always-inline function. The memories that it is given do not
/// alias; loads from the functor are invariant where the kernel does not write it.
llvm::Function* make_body(llvm::Function& kernel, const body_options& options);

/// The alignment of the functor, as the kernel's accesses to its members show it; at least 1. With it, loads of
/// captures under a guard may leave the loops.
llvm::Align functor_alignment(const llvm::Function& kernel);

}  // namespace ndweave::compiler::host
