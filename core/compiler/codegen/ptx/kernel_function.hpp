/// The PTX kernel around a functor's entry function.
#pragma once

#include <llvm/IR/Function.h>

#include <array>
#include <set>
#include <vector>

#include "compiler/abi.h"

namespace ndweave::compiler::ptx {

struct kernel_function {
    llvm::Function* function = nullptr;
    std::array<llvm::Value*, 3> global_range{};  // 64-bit arguments of basic kernels; null beyond the dimensions
    std::array<llvm::Value*, 3> group_range{};   // 32-bit arguments of kernels for flat grids; else null
    std::vector<ndw_parameter> parameters;
    std::uint32_t coarsening = 1;  // along axis 0 a group runs the work-items of so many
    std::set<std::uint32_t>
        aligned_pointers;  // offsets in the functor of the pointers whose alignment the code relies on
};

/// Makes
///
///     void kernel(byval functor) { entry(&functor); }                                        nd_range, single_task
///     void kernel(byval functor, u64 n0, …) { if (gid(0) < n0 && …) entry(&functor); }       basic
///
/// (or coarsened: coarsen.hpp) with `entry` inlined, the launch bounds of `request` and the functor as a grid constant:
/// it lives in the constant bank, a captured array can be indexed dynamically there, and the launch hands over one
/// pointer. The functor is used through addrspace(101), whose loads every pass knows to be invariant. Precondition:
/// `entry` is void(ptr) and everything that it calls is inlined or a builtin.
kernel_function make_kernel(llvm::Function& entry, const ndw_compile_request& request);

}  // namespace ndweave::compiler::ptx
