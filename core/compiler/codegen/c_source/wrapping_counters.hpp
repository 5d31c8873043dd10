/// Keeps a processor's OpenCL compiler from taking counters that wrap around for such that do not
/// (keep_wrap_checks.hpp: LLVM up to 21).
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler::c_source_detail {

void hide_wrapping_counters(llvm::Function& kernel);

}  // namespace ndweave::compiler::c_source_detail
