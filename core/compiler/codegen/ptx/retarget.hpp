/// Turns a module that clang compiled for the host into one for NVPTX.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

namespace ndweave::compiler::ptx {

/// A code generator for `arch` ("sm_70" and up; an architecture newer than this LLVM knows gets the newest it knows, as
/// PTX runs on later devices). Null for text that names no NVIDIA architecture or one before sm_70; `error` says why.
std::unique_ptr<llvm::TargetMachine> make_target_machine(const char* arch, bool fast_math, std::string& error);

/// Replaces triple and data layout, drops what only the host understands (target attributes, comdats, module flags,
/// debug information) and makes every definition internal. Precondition: the host's data layout agrees with NVPTX's on
/// every type in use (both are LP64; long double is refused by find_unsupported first).
void retarget(llvm::Module& module, const llvm::TargetMachine& machine, bool fast_math);

}  // namespace ndweave::compiler::ptx
