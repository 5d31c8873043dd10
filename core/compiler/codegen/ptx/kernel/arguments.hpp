/// The arguments of a PTX kernel:
///
///     void kernel(ptr byval functor, i64 global_range…, i32 group_range…)
///
/// The global range along each dimension where a basic kernel tests ids against it, the group range along all three
/// axes where the groups come in one row.
#pragma once

#include <llvm/IR/Function.h>

#include <array>
#include <cstdint>
#include <vector>

#include "compiler/abi.h"

namespace ndweave::compiler::ptx {

struct kernel_arguments {
    std::array<llvm::Argument*, 3> global_range{};  // null beyond the dimensions, and where the kernel has none
    std::array<llvm::Argument*, 3> group_range{};   // null where the kernel has none

    static kernel_arguments of(llvm::Function& kernel);
};

/// What a launch must know of them.
std::vector<ndw_parameter> parameters_of(llvm::Function& kernel);

}  // namespace ndweave::compiler::ptx
