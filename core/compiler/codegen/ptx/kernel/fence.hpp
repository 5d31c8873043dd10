/// PTX memory fences: LLVM 19 cannot select its own `fence` for NVPTX.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <cstdint>

namespace ndweave::compiler::ptx {

enum class fence_order { acquire_release, sequential };
enum class fence_scope { none, block, device, system };

/// The PTX scope of SYCL's memory_scope number: a sub-group has no scope of its own in PTX, the block's covers it.
fence_scope scope_of(std::uint64_t memory_scope);

/// `fence.acq_rel` or `fence.sc` (PTX ISA, "membar/fence"), which the compiler moves no memory access across.
void emit_fence(llvm::IRBuilderBase& builder, fence_order order, fence_scope scope);

}  // namespace ndweave::compiler::ptx
