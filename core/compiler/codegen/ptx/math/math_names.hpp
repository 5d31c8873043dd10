/// Which libdevice function stands for a function of the C library or an LLVM intrinsic.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>

#include <string>

namespace ndweave::compiler::ptx {

/// "sinf" gives "__nv_sinf", "lround" gives "__nv_llround" (long has 64 bits); empty for names that libdevice has not.
std::string libdevice_name(llvm::StringRef libm_name);

/// The libm name of an intrinsic that NVPTX has no instruction for ("llvm.sin.f64" gives "sin"); empty for the others.
std::string libm_name(const llvm::Function& intrinsic);

}  // namespace ndweave::compiler::ptx
