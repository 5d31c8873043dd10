/// SYCL's group functions and algorithms in random kernels, out of the same builtins as the public headers make them
/// (group_combination.hpp, group_algorithms.hpp, joint_algorithms.hpp): as functions that the kernel calls, as clang
/// hands them over. All of it where the whole group is.
#pragma once

#include "random_exchange.hpp"

namespace ndweave::compiler::testing {

class random_group_functions : protected random_exchange {
protected:
    using random_exchange::random_exchange;

    /// One of the functions, of the work-group or of the sub-group.
    void call_group_function();

private:
    llvm::Value* scratch(llvm::Type* type);
    llvm::Value* fold(llvm::Type* type, operation op, llvm::Value* items, bool keeps_parts);
    llvm::Function* reduction(llvm::Type* type, operation op);
    llvm::Function* scan(llvm::Type* type, operation op, bool inclusive);
    llvm::Function* broadcast_function(llvm::Type* type);
    void joint_reduce(llvm::Type* type, operation op);
    void joint_scan(operation op);
};

}  // namespace ndweave::compiler::testing
