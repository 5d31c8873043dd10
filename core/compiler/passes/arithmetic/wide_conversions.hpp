/// Conversions between floating-point numbers and integers that are too wide for the target, in narrower steps:
///
///     sitofp i128 x to half    ==>   x is an i32 ? sitofp i32 x to half : x < 0 ? -inf : inf
///     fptosi half x to i128    ==>   sext (fptosi half x to i32)
///     sitofp i256 x to double  ==>   the highest 64 bits of |x|, the lowest of them set if any below them is, times a
///                                    power of two, with the sign of x
///     fptosi double x to i256  ==>   the 53 bits of x, shifted
///     llvm.fptosi.sat          ==>   comparisons with both ends, and the conversion
///     llvm.fshl.i65            ==>   shifts, by the remainder of 65
///
/// The results are rounded once. Halves: compiler-rt's functions for them (__floattihf, __fixhfti and those without a
/// sign) are in libgcc from version 13 on only. GPUs have no functions for integers of more than 64 bits, and nobody
/// has any for more than 128; what LLVM 19 makes of those instead is wrong where a float overflows. Bfloats: of
/// integers that are no floats, because code generators round to a float first.
#pragma once

namespace llvm {
class Module;
}

namespace ndweave::compiler {

/// `widest`: bits of the widest integers that the target converts itself, from and to float and double; at least 64.
void narrow_wide_conversions(llvm::Module& module, unsigned widest);

}  // namespace ndweave::compiler
