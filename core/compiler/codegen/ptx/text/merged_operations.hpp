/// Keeps NVIDIA's assembler from making one operation of two that are not alike.
///
///     mul.f32 %f3, %f1, %f2; mov.b32 %r1, %f3; mul.lo.s32 %r2, %r1, 5; in a loop that leaves %f1 as it is: %f1 is
///                                                                      multiplied by 5 before the loop, as a float
///
/// Seen in what the assemblers of CUDA 13.0 and of driver 580 make for sm_90, found by random kernels. A product
/// whose bits are read as an integer is spelled `mul.rn`, which keeps it as it is.
#pragma once

#include <string>

#include <llvm/ADT/StringRef.h>

namespace ndweave::compiler::ptx {

/// `text`: PTX as LLVM 19 writes it, a statement in a line.
std::string keep_from_merging(llvm::StringRef text);

}  // namespace ndweave::compiler::ptx
