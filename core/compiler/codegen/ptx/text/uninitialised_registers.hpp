/// Registers that may be read before they are written begin as zero.
///
///         @%p1 bra  $L__BB0_2;                  mov.b32   %r3, 0;
///         shr.u32   %r3, %r1, %r2;              @%p1 bra  $L__BB0_2;
///     $L__BB0_2:                       ==>      …
///         mov.u32   %r4, %r3;
///         …                 (writes %r4)
///
/// Compilers leave the value open where no result depends on it (LLVM's undef). NVIDIA's assembler (CUDA 13.0, from its
/// second level on) takes such a register for one that holds its only definition on every path: what computes the same
/// later is dropped, and on the other paths the result is whatever the register held.
#pragma once

#include <string>

#include <llvm/ADT/StringRef.h>

namespace ndweave::compiler::ptx {

/// `text`: PTX as LLVM 19 or NVVM write it.
std::string initialise_registers(llvm::StringRef text);

}  // namespace ndweave::compiler::ptx
