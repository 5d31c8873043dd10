/// Folds what the kernel's attributes (kernel_attributes.hpp) state into constants.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// Post: axis arguments of all builtins are constants; builtins of unused axes, `__ndweave_local_range`,
/// `__ndweave_target` and `__ndweave_sub_group_size` are folded; remaining ids carry ranges. In nd-range kernels
/// `__ndweave_global_id` is group_id * local_range + local_id and `__ndweave_global_range` is group_range *
/// local_range. Calls of `__ndweave_specialization_constant` are stores of constants, or gone where the kernel's
/// attributes have no value of their key and size.
void specialise(llvm::Module& module);

}  // namespace ndweave::compiler
