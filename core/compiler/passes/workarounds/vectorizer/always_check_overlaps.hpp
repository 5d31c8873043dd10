/// Has LLVM's vectorizer make every run-time check that a loop needs, however many they are.
///
/// A loop that demands vectors (llvm.loop.vectorize.enable) and needs more checks of pointers than a limit (128) gets
/// its vectors from LLVM 19.1 and no check at all, neither for overlaps nor for indices that wrap around:
/// GeneratedRTChecks::create returns without any, and only for loops that demand nothing does that mean no vectors.
/// Later versions have the checks fail always. May go then.
#pragma once

namespace ndweave::compiler {

/// Lifts the limit, for the process. To be called before the vectorizer runs; thread-safe.
void always_check_overlaps();

}  // namespace ndweave::compiler
