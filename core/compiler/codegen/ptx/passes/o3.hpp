/// LLVM's "default<O3>" without its vectorizers: a GPU's vector is the warp, and wide loads are formed by the back end.
/// Loops are unrolled by unroll_loops.hpp.
#pragma once

#include <llvm/IR/PassManager.h>

namespace llvm {
class TargetMachine;
}

namespace ndweave::compiler::ptx {

/// `machine` may be null: target-independent costs then.
llvm::ModulePassManager o3(llvm::TargetMachine* machine);

}  // namespace ndweave::compiler::ptx
