/// Two work-items a thread for kernels that only stream memory: GPU targets.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/abi.h"

namespace ndweave::compiler {

constexpr unsigned coarsening = 2;  // work-items a thread

/// Whether a thread of `entry` should run two work-items: a one-dimensional basic kernel that is one block of a few
/// loads, stores and arithmetic, whose only index is its global id. A thread with one 8-byte load in flight does not
/// fill the memory's pipeline: on an H200 copy goes from 3.82 to 4.24 TB/s with two (4.13 with four).
bool streams(const llvm::Function& entry, const ndw_compile_request& request);

/// Before: `body(gid)`
/// After:  `first = ctaid * 2L + tid, second = first + L;` then, for blocks inside the range, what body does before its
///         first store for both work-items, and then the rest of it for both, so that all loads are under way together;
///         in the last block `if (first < n) body(first); if (second < n) body(second)`.
/// Legal since work-items are not ordered against each other.
/// Precondition: streams(entry, request), and `call` is the only call of entry in an unconditional block of the kernel
/// whose second argument is its global range. Erases `call`.
void coarsen(llvm::CallInst& call, llvm::Value* global_range, std::uint32_t local_range);

}  // namespace ndweave::compiler
