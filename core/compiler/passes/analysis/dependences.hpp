/// What a kernel's results may depend on beside its input, so that two right runs of it may differ.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace ndweave::compiler {

/// Whether it calls a function that IEEE 754 does not round correctly in every implementation.
bool is_mathematical(const llvm::CallInst& call);

/// Of ndw_dependence. On the order of work-items where the kernel uses what an atomic operation finds, or updates
/// memory in more than one way; on rounding where its floating-point operations carry licences (all of them with
/// `fast_math`), where it calls mathematical functions, whose vector versions round otherwise than the scalar ones, and
/// where it adds floating-point numbers atomically; on company where it asks for the active lanes. Conservative: what
/// it says is not certain, what it does not say is. Pre: cleaned up, so that results that nobody uses have no users.
std::uint32_t dependences_of(const llvm::Module& module, bool fast_math);

}  // namespace ndweave::compiler
