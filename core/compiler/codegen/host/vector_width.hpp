/// The width of vectors in code that waits for memory.
///
/// Zen 4 works on halves of 512-bit vectors, so 256 bits cost it little, and streams from memory are faster with them:
/// two threads, arrays of 256 MiB, ordinary stores: triad 56 GB/s against 41 to 46, a[i] += b[i] + s * c[i] 78 against
/// 70; streaming stores: triad 71 against 62 to 67, copy 79 against 75. Where neighbours take the bandwidth there is no
/// difference.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler::host {

/// Whether the code makes at most two floating-point operations an access to memory.
bool waits_for_memory(const llvm::Module& module);

/// To be called behind set_target_cpu.
void prefer_vectors_of(llvm::Module& module, unsigned bits);

}  // namespace ndweave::compiler::host
