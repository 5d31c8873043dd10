/// Gives registers that LLVM leaves undefined a value.
///
///     .reg .b16 %rs<5>;                          .reg .b16 %rs<5>;
///     …                                          mov.b16 %rs4, 0;
///     mov.b32 %r1, {%rs4, %rs3};        ==>      …
///     shr.s32 %r2, %r1, 16;                      mov.b32 %r1, {%rs4, %rs3};
///
/// Where only one half of a pair is needed, LLVM packs it with a register that nothing ever writes. To LLVM the other
/// half is still what it was, but to NVIDIA's assembler the whole pair is undefined: on an H200 with driver 580
/// (CUDA 13.0) 7 of 19,377 random kernels got something else. Registers that are written on some ways only are left
/// alone.
#pragma once

#include <string>

#include <llvm/ADT/StringRef.h>

namespace ndweave::compiler::ptx {

/// `text`: PTX as LLVM writes it, a statement in a line, where inline assembly may have several.
std::string define_registers(llvm::StringRef text);

}  // namespace ndweave::compiler::ptx
