/// What a kernel does with its functor: the launch's copy of its captures, one for all work-items.
#pragma once

#include <cstdint>
#include <optional>

#include <llvm/IR/Instructions.h>

namespace ndweave::compiler {

/// Where in the functor `load` reads, at a constant offset; none for loads of something else, and for atomic and
/// volatile ones.
std::optional<std::uint64_t> offset_in_functor(const llvm::LoadInst& load, const llvm::Value& functor);

/// Whether `load` reads, at a constant offset, bytes that a functor of `size` bytes has: it may then run before its
/// guard.
bool is_in_functor(const llvm::LoadInst& load, const llvm::Value& functor, std::uint64_t size);

/// Whether the kernel may write its functor, a `mutable` member say; true also where the address goes somewhere that
/// it is not followed to.
bool may_write(const llvm::Value& functor);

}  // namespace ndweave::compiler
