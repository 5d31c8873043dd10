/// Floating-point intrinsics in the types that code generators and libraries have them in.
///
///     llvm.sin.f16(x)              ==>   fptrunc(llvm.sin.f32(fpext x))     of halves and bfloats
///     llvm.lrint.i16.f64(x)        ==>   trunc(llvm.lrint.i64.f64(x))       whole numbers are long
///     llvm.ldexp.f64.i64(x, n)     ==>   llvm.ldexp.f64.i32(x, clamped n)   exponents are int
///     llvm.frexp.v2f64(x)          ==>   lane by lane
///     llvm.canonicalize(x)         ==>   x is NaN ? x + x : x
///     llvm.minimum.f80(x, y)       ==>   comparisons
///
/// A mathematical function rounds its result twice so, as it may. All others are exact: remainders, minima, maxima and
/// whole numbers of halves and bfloats are such in single precision, too, and what ldexp cuts off of a float is below
/// half of the least half or bfloat. (LLVM 19 makes llvm.minimum and llvm.maximum of vectors of halves wrongly.)
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler {

void normalise_float_functions(llvm::Module& module);

}  // namespace ndweave::compiler
