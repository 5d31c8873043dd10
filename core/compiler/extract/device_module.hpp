/// Device code on its own: a module of kernels and what they reach.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

#include <memory>

namespace llvm {
class Module;
}

namespace ndweave::extract {

/// A copy of `module` (same context) that holds the functions `entries`, which it must define, and every global that
/// they reach; entries are external, all other definitions internal, the rest declarations. No aliases, comdats,
/// sections, module assembly or unused declarations.
std::unique_ptr<llvm::Module> clone_device_code(const llvm::Module& module, llvm::ArrayRef<llvm::StringRef> entries);

}  // namespace ndweave::extract
