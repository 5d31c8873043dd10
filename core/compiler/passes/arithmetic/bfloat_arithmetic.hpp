/// Arithmetic of bfloats in single precision, each result rounded to a bfloat by integer operations:
///
///     fadd bfloat a, b          ==>   round(fadd (float a), (float b))
///     fptrunc double x          ==>   round(x as a float, its lowest bit set where that is not exact)
///     llvm.fma.bf16(a, b, c)    ==>   the same of the sum in double precision
///     fneg, llvm.fabs, ..       ==>   the sign bit
///
/// where round(f) = (bits + 0x7fff + (bits >> 16 & 1)) >> 16 of the float's bits, and a quiet NaN of a NaN.
///
/// All results are rounded once, also to denormal numbers: a sum, product, quotient or square root of single precision
/// has more than twice a bfloat's digits. x86 has one instruction only (AVX512-BF16, which makes zeros of denormal
/// numbers); elsewhere LLVM calls compiler-rt's __truncsfbf2 and __truncdfbf2, which are in libgcc from version 13 on
/// only, even to negate a number.
#pragma once

namespace llvm {
class Module;
}

namespace ndweave::compiler {

/// `atomicrmw fadd` and the like become loops of cmpxchg, with arithmetic to be expanded.
void expand_bfloat_updates(llvm::Module& module);

/// Post: bfloats are passed to functions and reinterpreted, and no more: those that are loaded, chosen or moved are
/// integers. Of the intrinsics that float_functions.hpp normalises none is left with bfloats.
void expand_bfloat_arithmetic(llvm::Module& module);

}  // namespace ndweave::compiler
