/// Folds what the request fixes into constants.
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/abi.h"

namespace ndweave::compiler {

struct specialisation {
    std::uint32_t kind;            // ndweave::detail::kernel_kind
    std::uint32_t dimensions;      // 1..3
    std::uint32_t local_range[3];  // hardware axes; unused ones are taken as 1
    std::uint32_t target;          // value of __ndweave_target()
    std::uint32_t sub_group_size;  // 0: left as a call
    bool small_ids = false;        // at most 2^30 work-items
};

/// Post: axis arguments of all builtins are constants; builtins of unused axes, `__ndweave_local_range`,
/// `__ndweave_target` and `__ndweave_sub_group_size` are folded; remaining ids carry ranges. In nd-range kernels
/// `__ndweave_global_id` is group_id * local_range + local_id and `__ndweave_global_range` is group_range *
/// local_range.
void specialise(llvm::Module& module, const specialisation& to);

}  // namespace ndweave::compiler
