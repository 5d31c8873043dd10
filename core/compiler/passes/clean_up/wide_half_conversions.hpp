/// Conversions between halves and integers of more than 64 bits by way of 32 bits, which hold every finite half:
///
///     sitofp i128 x to half   ==>   x is an i32 ? sitofp i32 x to half : x < 0 ? -inf : inf
///     fptosi half x to i128   ==>   sext (fptosi half x to i32)
///
/// The code generator calls compiler-rt's functions for them (__floattihf, __fixhfti and those without a sign), which
/// libgcc has from version 13 on, and GPUs have not.
#pragma once

namespace llvm {
class Module;
}

namespace ndweave::compiler {

void narrow_wide_half_conversions(llvm::Module& module);

}  // namespace ndweave::compiler
