/// Variables whose types PTX has no name for.
#pragma once

namespace llvm {
class Module;
}

namespace ndweave::compiler::ptx {

/// Before: `@part = addrspace(3) global i48 undef`, which GlobalOpt makes of an array that is one number everywhere.
/// After:  `@part = addrspace(3) global [8 x i8] undef`.
/// LLVM 19 writes `.u48`, which ptxas refuses: PTX has integers of 8, 16, 32 and 64 bits (PTX ISA, "Fundamental
/// Types"). Constant numbers of another size become their bytes; pointers to the variables are as before.
void store_odd_globals_as_bytes(llvm::Module& module);

}  // namespace ndweave::compiler::ptx
