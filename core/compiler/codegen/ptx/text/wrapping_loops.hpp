/// Loops that count down until their counter wraps round stay rolled up.
///
///     $L__BB0_2:
///         .pragma "nounroll";
///         add.s32   %r1, %r1, -12;
///         setp.lt.u32  %p1, %r1, -12;
///         @%p1 bra   $L__BB0_2;
///
/// This is what LLVM makes of `while (n >= 12) n -= 12`. NVIDIA's assembler (driver 580, CUDA 13.0) unrolls such a loop
/// as if its counter went up: it goes on for up to 2^32 iterations, on an H100 for seconds, or ends too late. In 26,000
/// random loops on an H100 none was wrong that was not unrolled, and none that counts up to a wrap.
#pragma once

#include <string>

#include <llvm/ADT/StringRef.h>

namespace ndweave::compiler::ptx {

/// `text`: PTX as LLVM 19 writes it, a statement in a line.
std::string keep_wrapping_loops_rolled(llvm::StringRef text);

}  // namespace ndweave::compiler::ptx
