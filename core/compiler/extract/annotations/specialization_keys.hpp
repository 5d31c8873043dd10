/// Keys of specialization constants: hashes of their mangled names, which tell instantiations of one variable template
/// apart, as no text does that a header has of them from clang.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::extract {

/// Functions with the annotation "ndweave.specialization_key", templates over the constants, return the hash of their
/// own names; calls of them become that number, in host and device code.
void set_specialization_keys(llvm::Module& module);

}  // namespace ndweave::extract
