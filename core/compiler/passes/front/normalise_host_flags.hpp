/// Takes back what the flags of the host compilation did to the kernel's code.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// Post: no host CPU, stack protector, sanitizer, size or -O0 attributes but those of kernel_attributes.hpp; every
/// function but the kernel is internal, outside of comdats; aliases are resolved; only line tables are left of the
/// debug information; no annotations, module-level assembly or constructors. A kernel compiled with -ffast-math or
/// -funsafe-math-optimizations has the attribute "ndweave-may-flush-subnormals": with these flags compilers let whole
/// programs take subnormal numbers for zeros (they link crtfastmath.o).
void normalise_host_flags(llvm::Module& module);

/// Whether subnormal floats may be taken for zeros in all of the kernel.
bool may_flush_subnormals(const llvm::Function& kernel);

}  // namespace ndweave::compiler
