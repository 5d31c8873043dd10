/// Runs kernels straight from their IR, one work-item after the other, instruction by instruction: the reference that
/// shares nothing with the passes and LLVM's code generator.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>
#include <span>

#include "compiler/tests/passes/machine_code.hpp"
#include "memory_rules.hpp"
#include "run_observer.hpp"

namespace ndweave::compiler::testing {

/// What a run has beside its group.
struct run_surroundings {
    run_observer* observer = nullptr;
    char* arena = nullptr;
    std::uint32_t strip_first[3] = {};   // local id of the group's first work-item in the group that it is a strip of
    std::size_t whole_group = 0;         // work-items, where the group that runs is made of parts of one
    std::uint32_t sub_group_number = 0;  // of the sub-group that the group is
    memory_rules* rules = nullptr;       // knows the launch's memory; null: passes made the code, which may speculate
    std::uint64_t most = ~std::uint64_t{0};  // instructions of a work-item
};

/// Takes the IR that random_kernel() makes, and what passes make of it: no calls but builtins, intrinsics and functions
/// of the module, values of up to 64 bits (see interpreted_operations.hpp). Throws unknown_operation for anything else,
/// and illegal_kernel for divergent barriers, sub-group operations that not all of the sub-group reach, loops without
/// end and, where `rules` are given, whatever is against them or undefined.
class serial_interpreter {
public:
    explicit serial_interpreter(const kernel_text& kernel);

    /// Of a function that outlives the interpreter. Of `shared` variables there is one for the group.
    explicit serial_interpreter(const llvm::Function& function, std::vector<const llvm::AllocaInst*> shared = {});
    ~serial_interpreter();

    /// Runs the group from barrier to barrier, each sub-group from operation to operation.
    void run(work_group& group, const void* functor, const run_surroundings& beside = {}) const;

    /// Runs the function once: it does the whole group's work, or the whole launch's.
    void run_once(work_group& group, llvm::ArrayRef<const void*> arguments, const run_surroundings& beside = {}) const;

private:
    class work_item;
    struct group_run;

    void number_values();
    void lay_out_tables();
    static bool serve_sub_groups(std::span<work_item> items, const run_surroundings& beside, std::size_t size);
    static void serve_group(std::span<work_item> items, const run_surroundings& beside);

    std::unique_ptr<llvm::LLVMContext> context_;
    std::unique_ptr<llvm::Module> module_;
    const llvm::Function* kernel_;
    std::vector<const llvm::AllocaInst*> shared_;
    llvm::DenseMap<const llvm::Value*, unsigned> numbers_;  // of values in their function's registers
    llvm::DenseMap<const llvm::Function*, unsigned> register_counts_;
    llvm::DenseMap<const llvm::Value*, std::vector<std::uint64_t>> tables_;  // constant arrays
    std::size_t private_bytes_ = 0;
};

}  // namespace ndweave::compiler::testing
