/// The versions of LLVM that these workarounds are for. A build against a version that may have a fix ends at the
/// workaround, which goes then, with its test and its row in docs/llvm-19.md.
#pragma once

#include <llvm/Config/llvm-config.h>

namespace ndweave::compiler {

/// For faults whose fix is in LLVM's release `major`.
constexpr bool is_before_llvm(int major) { return LLVM_VERSION_MAJOR < major; }

/// For faults that are open, or have no issue of upstream's: somebody must see whether the next release has them.
constexpr bool is_seen_in_this_llvm = LLVM_VERSION_MAJOR == 19;

}  // namespace ndweave::compiler
