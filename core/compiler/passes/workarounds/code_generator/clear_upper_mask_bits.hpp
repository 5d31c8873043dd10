/// Masks of accesses to eight bytes are computed by an AND of eight lanes, which clears their register's upper bits.
///
///     llvm.masked.store(<8 x i8> x, p, 1, m)      ==>      llvm.masked.store(x, p, 1, m & all)
///
/// `all` is true in each lane, and LLVM does not know it. AVX-512 has no access to eight bytes under a mask: LLVM 19's
/// code generator takes one to 16 bytes, whose mask has the eight upper bits cleared by a KMOVB. It calls that
/// instruction a copy (X86InstrInfo::isCopyInstrImpl), and where the register allocator spills the mask it drops it for
/// a reload of 16 bits. Uniform masks (a condition from a general register) and comparisons of bytes have anything
/// there: the store writes up to eight bytes behind its own. All masks are done, since comparisons of wider numbers may
/// end as comparisons of bytes. No issue of upstream is known: `llc -mcpu=znver4` on a loop that stores under a dozen
/// uniform conditions shows it.
///
/// Pre: to be run right before code generation. Post: the same meaning.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct clear_upper_mask_bits : llvm::PassInfoMixin<clear_upper_mask_bits> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler
