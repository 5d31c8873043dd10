/// Whether operations on integers do what their flags exclude.
#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/IR/Instruction.h>

namespace ndweave::compiler::testing {

/// Of one element. `a`, `b`: the operands; a cast has one.
bool violates_flags(const llvm::Instruction& i, const llvm::APInt& a, const llvm::APInt& b);

/// Whether the result is outside of what range, nonnull and the like say of it.
bool violates_facts(const llvm::Instruction& i, std::uint64_t value);

}  // namespace ndweave::compiler::testing
