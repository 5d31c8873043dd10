/// Runs kernels straight from their IR, one work-item after the other, instruction by instruction: the reference that
/// shares nothing with the passes and LLVM's code generator.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>

#include "compiler/tests/passes/machine_code.hpp"
#include "run_observer.hpp"

namespace ndweave::compiler::testing {

/// What a run has beside its group.
struct run_surroundings {
    run_observer* observer = nullptr;
    char* arena = nullptr;
    std::uint32_t strip_first[3] = {};  // local id of the group's first work-item in the group that it is a strip of
};

/// Takes the IR that random_kernel() makes, and what passes make of it: no calls but builtins and intrinsics, values of
/// up to 64 bits (see interpreted_operations.hpp). Throws unknown_operation for anything else, and std::logic_error for
/// divergent barriers.
class serial_interpreter {
public:
    explicit serial_interpreter(const kernel_text& kernel);

    /// Of a function that outlives the interpreter. Of `shared` variables there is one for the group.
    explicit serial_interpreter(const llvm::Function& function, std::vector<const llvm::AllocaInst*> shared = {});
    ~serial_interpreter();

    /// Runs the group from barrier to barrier.
    void run(work_group& group, const void* functor, const run_surroundings& beside = {}) const;

    /// Runs the function once: it does the whole group's work, or the whole launch's.
    void run_once(work_group& group, llvm::ArrayRef<const void*> arguments, const run_surroundings& beside = {}) const;

private:
    class work_item;

    void number_values();
    void exchange(std::vector<work_item>& items, const work_group& group) const;

    std::unique_ptr<llvm::LLVMContext> context_;
    std::unique_ptr<llvm::Module> module_;
    const llvm::Function* kernel_;
    std::vector<const llvm::AllocaInst*> shared_;
    llvm::DenseMap<const llvm::Value*, unsigned> numbers_;  // of values in a work-item's registers
};

}  // namespace ndweave::compiler::testing
