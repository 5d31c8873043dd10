/// Private arrays of constants as constant tables.
///
///     int t[4]; for (i..4) t[i] = i * i;  .. t[k]         becomes         static const int t[4] = {0, 1, 4, 9};  ..
///     t[k]
#pragma once

#include <llvm/IR/Function.h>

namespace ndweave::compiler {

/// Every work-item would write the array for itself, and find its own copy in memory of its own: with a table they have
/// one for all in their caches.
///
/// Taken are arrays that are only loaded from, and written by stores of constants at constant offsets, each of which
/// dominates every load. Stores that overlap must have the same block. Not in check mode, which tells of accesses
/// beyond the array.
void make_private_arrays_constant(llvm::Function& kernel);

}  // namespace ndweave::compiler
