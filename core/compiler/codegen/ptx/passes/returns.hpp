/// Returns in blocks of their own while LLVM optimises.
#pragma once

namespace llvm {
class Module;
}

namespace ndweave::compiler::ptx {

/// Before: `end: %f = fadd float %a, %b  store float %f, ptr %p  ret void`, `%a` and `%b` from blocks far above.
/// After:  `end: ... br label %held  held: ret void`, where a variable that counts as used has the address of `%held`.
/// InstCombine moves what has a single use into the use's block if that block returns, from however far above: in a
/// kernel that ends in stores the operands of all that it stores, more than the results, are alive across everything
/// before (HeCBench's fft: 255 registers and spills, else 128). A block whose address is known stays as it is.
void hold_returns(llvm::Module& module);

/// The variables of `hold_returns` go; SimplifyCFG joins the blocks again.
void release_returns(llvm::Module& module);

}  // namespace ndweave::compiler::ptx
