/// Runs kernels straight from their IR, one work-item after the other, instruction by instruction: the reference that
/// shares nothing with the passes and LLVM's code generator.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>

#include "compiler/tests/passes/machine_code.hpp"
#include "memory_watch.hpp"

namespace ndweave::compiler::testing {

/// Takes the IR that random_kernel() makes: no PHIs, values of up to 64 bits (see interpreted_operations.hpp), calls of
/// builtins, intrinsics and functions of the module. Throws illegal_kernel where the kernel breaks a rule, std::logic_error
/// for what it does not know.
class serial_interpreter {
public:
    explicit serial_interpreter(const kernel_text& kernel);
    ~serial_interpreter();

    /// Runs the group from barrier to barrier. `watch` knows the memory that the launch may reach but for local memory;
    /// without one, only private memory is looked after. Throws illegal_kernel also where one work-item's instructions
    /// are more than `most`.
    void run(work_group& group, const void* functor, memory_watch* watch = nullptr,
             std::uint64_t most = 1'000'000) const;

private:
    class work_item;
    struct launch;

    void number_values();
    void lay_out_tables();
    void exchange(std::vector<work_item>& items, const work_group& group) const;

    std::unique_ptr<llvm::LLVMContext> context_;
    std::unique_ptr<llvm::Module> module_;
    const llvm::Function* kernel_;
    llvm::DenseMap<const llvm::Value*, unsigned> numbers_;  // of values in their function's registers
    llvm::DenseMap<const llvm::Function*, unsigned> register_counts_;
    llvm::DenseMap<const llvm::Value*, std::vector<std::uint64_t>> tables_;  // constant arrays
    std::size_t private_bytes_ = 0;
};

}  // namespace ndweave::compiler::testing
