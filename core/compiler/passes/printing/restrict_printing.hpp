/// printf as every kind of device understands it.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <string>

namespace ndweave::compiler {

/// Why no device can do a call of `builtin::print`, as the end of "it …"; empty where devices can.
std::string why_not_printable(const llvm::CallBase& call);

/// Gives the calls of `builtin::print` formats of what CUDA, HIP and OpenCL C have in common: "l" is the one length,
/// for integers of 64 bits; `h` and `hh` cut their argument instead, and constants for '*' stand in the format. Numbers
/// that were converted from float stay floats, since not every OpenCL device has double. Pre: all are printable.
void restrict_printing(llvm::Module& module);

}  // namespace ndweave::compiler
