/// Takes back what the flags of the host compilation did to the kernel's code.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// Post: no host CPU, stack protector, sanitizer, size or -O0 attributes but those of kernel_attributes.hpp; every
/// function but the kernel is internal, outside of comdats; aliases are resolved; only line tables are left of the
/// debug information; no annotations, module-level assembly or constructors.
void normalise_host_flags(llvm::Module& module);

}  // namespace ndweave::compiler
