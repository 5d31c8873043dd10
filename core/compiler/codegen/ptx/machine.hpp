/// The GPU that PTX is made for, as LLVM sees it.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

namespace ndweave::compiler::ptx {

/// A code generator for `arch` ("sm_70" and up; an architecture newer than this LLVM knows gets the newest it knows, as
/// PTX runs on later devices). Null for text that names no NVIDIA architecture or one before sm_70; `error` says why.
std::unique_ptr<llvm::TargetMachine> make_machine(const char* arch, bool fast_math, std::string& error);

/// 90 for sm_90.
unsigned sm_of(const llvm::TargetMachine& machine);

/// Gives `module` the machine's triple and data layout. Pre: the host's data layout agrees with NVPTX's on every type
/// in use (both are LP64; the front has refused long double).
void set_target(llvm::Module& module, const llvm::TargetMachine& machine);

}  // namespace ndweave::compiler::ptx
