/// The passes that change the finished loops of host kernels, each to be run by itself.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/PassManager.h>

namespace ndweave::compiler::testing {

struct lone_pass {
    const char* name;
    void (*add)(llvm::FunctionPassManager&);
};

/// Pre of all: simplified loops in closed SSA form, the kernel inlined into the entry.
llvm::ArrayRef<lone_pass> lone_passes();

}  // namespace ndweave::compiler::testing
