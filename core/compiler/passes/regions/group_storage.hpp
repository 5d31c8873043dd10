/// Memory for what the work-items of a group keep: on the stack while it is small, so that LLVM can still see through
/// it, and in the worker's arena beyond.
///
/// Lanes of a sub-group keep all on the stack, as its private memory.
///
/// What was given out is noted at the kernel, a line for each slot:
///
///     define void @kernel(ptr %functor) !ndweave.storage !0 { %x = alloca [64 x float], !ndweave.storage !2 … }
///     !0 = !{!1}
///     !1 = !{!"x", i64 256, !"stack"}            or "arena", or "group": one for all work-items
#pragma once

#include <vector>

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace ndweave::compiler {

/// A value, or private memory, that is kept for every work-item between two regions.
struct work_item_slot {
    enum class place { stack, arena, group };

    std::string name;
    std::uint64_t bytes;  // of all work-items
    place where;          // group: one for the group instead of one a work-item
};

class group_storage {
public:
    /// Pre: `kernel` has a prologue and a shape (group_shape.hpp).
    explicit group_storage(llvm::Function& kernel);

    /// An array of `type` with one element for every work-item, rounded up to a multiple of `granularity`; 64-byte
    /// aligned.
    llvm::Value* for_every_item(llvm::Type* type, llvm::StringRef name, std::uint64_t granularity = 1);

    /// Of lanes: an array of `type` with `count` elements, 64-byte aligned, that is of no use outside of one region:
    /// the sub-groups of a group have it in turn.
    llvm::AllocaInst* for_one_region(llvm::Type* type, std::uint64_t count, llvm::StringRef name);

    /// One `type` for the group: always a promotable alloca.
    llvm::AllocaInst* for_the_group(llvm::Type* type, llvm::StringRef name);

private:
    llvm::AllocaInst* on_stack(llvm::Type* type, std::uint64_t count, llvm::StringRef name,
                               llvm::ArrayRef<llvm::Metadata*> note = {});
    std::uint64_t bytes_in(work_item_slot::place place) const;
    void note(work_item_slot slot);

    llvm::Function& kernel_;
    std::vector<work_item_slot> slots_;
};

std::vector<work_item_slot> slots_of(const llvm::Function& kernel);
void drop_slots(llvm::Function& kernel);

/// From now on the function is that of a sub-group: what its lanes keep from region to region is its private memory.
void keep_storage_of_sub_groups(llvm::Function& kernel);

/// That `ptr @__ndweave_arena(i64 byte_offset)` must provide, 64-byte aligned.
std::uint64_t arena_bytes(const llvm::Function& kernel);

/// Whether the alloca is a group's storage: no variable of the program.
bool is_group_storage(const llvm::AllocaInst& memory);

}  // namespace ndweave::compiler
