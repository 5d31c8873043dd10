/// Has LLVM's code generator for x86 leave a load and a store that copy a vector as they are.
///
/// X86AvoidStoreForwardingBlocks divides such copies where parts of what they read were written just before. LLVM 19
/// asks masked accesses, which do not say how much they touch, for their size: "Invalid size request on a scalable
/// vector", a fatal error (2 of 10,500 random kernels on a processor with AVX2; with AVX-512 masked accesses are other
/// instructions, which the pass does not look at).
#pragma once

namespace ndweave::compiler {

/// Leaves the pass out, for the process. To be called before code is generated; thread-safe.
void leave_copies_whole();

}  // namespace ndweave::compiler
