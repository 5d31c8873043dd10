/// Gathers as loads of their own, on processors whose gather instruction is slower than those.
///
///     x = gather(base + index)      ==>      x = { base[index[0]], base[index[1]], .. }
///
/// where the indices leave their vector two at a time, as 64-bit numbers, of 16 the lower half through memory; one load
/// where all are the same.
///
/// Zen 4 makes a gather of about five internal operations for each element. From the first-level cache, 16 floats take
/// 20 cycles by the instruction and 12.8 by loads (13.9 where no index goes through memory, 16 where all do), 8 doubles
/// with 32-bit indices 9 and 7; behind that cache there is no difference. Indices of 64 bits leave vectors at half the
/// rate: gathers with those stay.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler::host {

/// Loads once what a gather loads from one address for all, as of `if (i < n) x = table[k]`: where the mask is empty, a
/// zero of this library's. On all processors.
///
///     x = gather(p, p, p, .. where mask)      ==>      x = broadcast(*(any(mask) ? p : &zero))
///
/// Returns how many.
unsigned broadcast_gathers(llvm::Module& module);

/// Spells out the unmasked gathers of 32-bit and 64-bit elements with 32-bit indices. To run last. Returns how many.
unsigned scalarize_gathers(llvm::Module& module);

}  // namespace ndweave::compiler::host
