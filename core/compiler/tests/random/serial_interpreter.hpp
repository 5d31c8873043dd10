/// Runs kernels straight from their IR, one work-item after the other, instruction by instruction: the reference that
/// shares nothing with the passes and LLVM's code generator.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>

#include "compiler/tests/passes/machine_code.hpp"

namespace ndweave::compiler::testing {

/// Takes the IR that random_kernel() makes: no PHIs, no calls but builtins and intrinsics, values of up to 64 bits (see
/// interpreted_operations.hpp). Throws std::logic_error for anything else, and for divergent barriers.
class serial_interpreter {
public:
    explicit serial_interpreter(const kernel_text& kernel);
    ~serial_interpreter();

    /// Runs the group from barrier to barrier.
    void run(work_group& group, const void* functor) const;

private:
    class work_item;

    void exchange(std::vector<work_item>& items, const work_group& group) const;

    std::unique_ptr<llvm::LLVMContext> context_;
    std::unique_ptr<llvm::Module> module_;
    const llvm::Function* kernel_;
    llvm::DenseMap<const llvm::Value*, unsigned> numbers_;  // of values in a work-item's registers
};

}  // namespace ndweave::compiler::testing
