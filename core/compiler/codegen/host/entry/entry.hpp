/// The function that the runtime calls: loops over a box of work-items or work-groups around the kernel's body.
///
///     void ndw_host_entry(launch, worker, box)
///         for z, y, x in box            x (axis 0) innermost; one flat loop where the launch is one-dimensional
///             body(functor, ids)        inlined
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>

namespace ndweave::compiler::host {

/// Name of the function that wrap_kernel() makes.
constexpr const char* entry_symbol = "ndw_host_entry";

enum class box_of {
    nothing,     // single task: one call
    work_items,  // basic kernel
    tiles,       // basic kernel with work-item loops: boxes of at most `tile` work-items
    work_groups  // nd-range kernel with work-item loops
};

struct wrap_options {
    box_of box = box_of::work_items;
    unsigned dimensions = 1;
    std::uint32_t tile[3] = {1, 1, 1};
    std::uint64_t arena_bytes = 0;   // of the work-item loops; group scratch begins behind them
    std::uint32_t functor_size = 0;  // bytes
    bool small_ids = false;          // the box lies below 2^30 along every axis
    bool streams = false;            // make a version for aligned streams, see streams.hpp
    bool full_tiles = false;         // make a version for tiles of all their work-items
    bool sub_groups = false;         // the kernel has operations of sub-groups
    bool independent = false;        // work-items neither share private memory nor synchronise: see parallel_body()
};

/// Whether no work-item of `body` can depend on another's memory accesses: no atomics, fences, volatile accesses,
/// private arrays or calls with side effects. Then LoopVectorize needs no dependence checks.
bool parallel_body(const llvm::Function& body);

/// Pre: `kernel` is `void(ptr functor)` whose only builtins are uniform ones, the global ids of `work_items`, or what
/// work_item_loop_steps() left.
/// Post: the module defines `entry_symbol`; `kernel` is gone into it, and no builtin is left.
void wrap_kernel(llvm::Module& module, llvm::Function& kernel, const wrap_options& options);

}  // namespace ndweave::compiler::host
