/// Calls in random kernels: functions with several returns that get pointers to the caller's variables, write results
/// through them, loop over its arrays, and call one another.
#pragma once

#include "compiler/tests/random/generator/memory/random_group_functions.hpp"

namespace ndweave::compiler::testing {

class random_calls : protected random_group_functions {
protected:
    using random_group_functions::random_group_functions;

    /// `v = f(a, b, &out, array)`
    void call_function();

private:
    llvm::Function* any_function();
    llvm::Value* body(llvm::Function& f);
    void early_return(llvm::Value* condition, llvm::Value* result);
    void walk(llvm::Function& f, llvm::Value* sum);

    llvm::SmallVector<llvm::Function*> functions_;
};

}  // namespace ndweave::compiler::testing
