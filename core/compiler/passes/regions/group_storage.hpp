/// Memory for what the work-items of a group keep: on the stack while it is small, so that LLVM can still see through
/// it, and in the worker's arena beyond.
#pragma once

#include <vector>

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "compiler/passes/work_item_loops.hpp"

namespace ndweave::compiler {

class group_storage {
public:
    /// Pre: `kernel` has a prologue.
    group_storage(llvm::Function& kernel, std::uint64_t items) : kernel_(kernel), items_(items) {}

    std::uint64_t items() const { return items_; }
    /// Of the arrays to come.
    void set_items(std::uint64_t items) { items_ = items; }

    /// An array of `type` with one element for every work-item, rounded up to a multiple of `granularity`; 64-byte
    /// aligned.
    llvm::Value* for_every_item(llvm::Type* type, llvm::StringRef name, std::uint64_t granularity = 1);

    /// One `type` for the group: always a promotable alloca.
    llvm::AllocaInst* for_the_group(llvm::Type* type, llvm::StringRef name);

    std::uint64_t arena_bytes() const { return arena_bytes_; }
    const std::vector<work_item_slot>& slots() const { return slots_; }

private:
    llvm::Function& kernel_;
    std::uint64_t items_;
    std::uint64_t stack_bytes_ = 0;
    std::uint64_t arena_bytes_ = 0;
    std::vector<work_item_slot> slots_;
};

}  // namespace ndweave::compiler
