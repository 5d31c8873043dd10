/// Writes instructions that NVIDIA's assembler makes something else of in other words.
///
///     { .reg .b16 tmp; mov.b32 {tmp, %rs2}, %r1; }  the upper half of a number that a load or conversion extended
///     st.global.u8 [%rd1], %rs1;                    of a half that came from an integer: stores that integer
///     max.u16 %rs2, %rs1, 1;                        compared with 1 thereafter: the comparison is wrong; so for min
///     neg.s16 %rs2, %rs1; abs.s16, abs.s32          of the least integer: taken for a positive one thereafter
///     cvt.s8.s32 %rs1, %r1; bfe.s32                 converted to a wider type thereafter: the wrong bits are copied
///     neg.s32 %r2, %r1;                             shifted right, then added: the shifted number is negated instead;
///                                                   two maxima of it and other numbers: not negated at all
///     mul.hi.u32 %r3, %r1, %r2; and so for s32      less another number, in 64 bits: 2^32 too small where the lower
///                                                   half of that number is 0
///
/// Found on an H100 and an H200 (driver 580, CUDA 13.0) by random kernels, and by random programs of few such
/// instructions, of which one in sixty was wrong. The upper half is shifted down, the others go by way of 32 bits, 64
/// or shifts: of 315,000 programs three were wrong then, by mixtures of signed and unsigned comparisons.
#pragma once

#include <string>

#include <llvm/ADT/StringRef.h>

namespace ndweave::compiler::ptx {

/// `text`: PTX as LLVM 19 writes it, a statement in a line.
std::string respell(llvm::StringRef text);

}  // namespace ndweave::compiler::ptx
