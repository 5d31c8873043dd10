/// Code for any floating-point environment becomes code for the default one.
///
///     llvm.experimental.constrained.fadd(a, b, "round.dynamic", "fpexcept.strict")   ==>   fadd a, b
///
/// clang makes such calls of all arithmetic under `#pragma STDC FENV_ACCESS`, -frounding-math and -ffp-model=strict.
/// Kernels round to nearest and have no floating-point exceptions to look at (as in OpenCL C, 7.1 and 7.3).
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// Post: calls that state another rounding than to nearest are left; check_constructs refuses them.
void assume_default_floating_point_environment(llvm::Module& module);

}  // namespace ndweave::compiler
