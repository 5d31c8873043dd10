/// Captured pointers that a kernel stores through, and what is known of their alignment.
///
/// A streaming store must be aligned to its whole vector. Whether a captured pointer is, only the launch knows: the
/// entry has two versions of its loops, and takes the one in which the alignment is a fact where it holds.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

#include <cstdint>

namespace ndweave::compiler::host {

/// Bytes; the widest vector of x86. Also the work-items to a multiple of which a box must begin.
constexpr std::uint64_t stream_alignment = 64;

/// Offsets in the functor of `functor_size` bytes, in ascending order, of the pointers that `kernel` stores through;
/// none where it may write the functor. Pre: its first argument is the functor.
llvm::SmallVector<std::uint64_t> stored_captures(llvm::Function& kernel, std::uint64_t functor_size);

/// Makes the alignment of the pointers at `offsets` visible in `body`, as a mask behind their loads.
void state_alignment(llvm::Function& body, const llvm::Value& functor, llvm::ArrayRef<std::uint64_t> offsets);

}  // namespace ndweave::compiler::host
