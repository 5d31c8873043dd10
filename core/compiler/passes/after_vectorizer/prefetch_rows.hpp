/// Fetches what loops over rows of unequal length will read.
///
///     for row:                                        for row:
///         for j in row: sum += a[j] * x[at[j]]   ==>      for j in row: { sum += ..; prefetch &a[j] + d, &at[j] + d }
///
/// The rows lie behind one another, so a and at are streams. But each row ends where the processor did not guess, and
/// it begins to load the next row's elements only then; so few lines are on their way that a cache far off sets the
/// pace.
///
/// An Intel Xeon (virtual, 2 MiB of second-level cache; rows of 0 to 64 doubles and their columns, 100 MB) takes for a
/// product with a vector 0.67 of the time with d = 2048 bytes, 0.65 with 4096, 0.76 with 1024; where everything is in
/// the second-level cache it takes 0.98.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// After vectorization and unrolling: in innermost loops that are scalar, in another loop, of unknown trip count and
/// with an access that follows no stream, for loads through captures whose address advances by half a line or more an
/// iteration. Only hints are added. Returns how many loads are prefetched.
unsigned prefetch_rows(llvm::Module& module);

}  // namespace ndweave::compiler
