/// Moves what is the same for the whole group and free of effects to a block of its own in front of the kernel, which
/// stays outside every region: nothing in it has to be kept across barriers.
///
///     entry: a = load functor[8]           prologue: a = load functor[8]; g = group_id(0); o = g * 256
///            barrier()               ==>             br entry
///            g = group_id(0)               entry:    barrier()
///            o = g * 256                             use o
///            use o
///
/// Loads from the functor move where they read some of its bytes (kernel_attributes.hpp), whatever guard they stand
/// under, and the kernel does not write it. Variables, allocas of the entry block of a constant size, go to the
/// prologue too; those elsewhere may be others each time, or of a size that is not known yet: they stay, and the front
/// refuses them. Pre: none. Post: the entry block is the prologue, ends in an unconditional branch and holds no
/// barrier.
#pragma once

#include <cstdint>

namespace llvm {
class Function;
class Value;
}  // namespace llvm

namespace ndweave::compiler {

void hoist_group_invariants(llvm::Function& kernel);

/// Whether `value` is available in every region as it is: a constant, an argument, or an instruction of the prologue
/// that is not an alloca.
bool is_group_invariant(const llvm::Value& value);

}  // namespace ndweave::compiler
