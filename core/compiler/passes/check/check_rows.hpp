/// Subscripts of accessors, which the device headers tell of by `__ndweave_check_index(index,
/// count)`: looked at in check mode, and otherwise left out.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// Outside of check mode.
void drop_index_checks(llvm::Module& module);

/// Makes those of the kernel calls of check_private, see ndw_check; drops others. When the kernel is inlined.
void check_rows(llvm::Function& kernel);

}  // namespace ndweave::compiler
