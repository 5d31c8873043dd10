/// A function as some pass left it, run under the eyes of all that can be checked of it.
#pragma once

#include <memory>
#include <vector>

#include "compiler/tests/random/interpreter/serial_interpreter.hpp"
#include "compiler/tests/twins/watches/memory_watch.hpp"
#include "compiler/tests/twins/watches/poison_watch.hpp"

namespace ndweave::compiler::testing {

/// Which analyses make claims of the function.
enum class function_form {
    item_as_written,  // one work-item: ranges, liveness, elements of private arrays
    item,             // the same in normal form (simplify_kernel): uniformity and affine_ids too
    split_item,       // as written, right after split_index_set(): the index sets
    item_by_regions,  // as written, with barriers at the heads of its regions: the plan
    group             // a whole group or launch: ranges, liveness, parallel accesses
};

class watched_function : run_observer {
public:
    watched_function(llvm::Function& function, function_form form, std::vector<const llvm::AllocaInst*> shared = {});

    /// What the runs to come may touch beside their variables.
    void allow(std::vector<memory_watch::area> areas) { memory_.allow(std::move(areas)); }

    void run_items(work_group& group, const void* functor, run_surroundings beside);
    void run_once(work_group& group, llvm::ArrayRef<const void*> arguments, run_surroundings beside);

private:
    void begins(const work_group&, std::size_t items) override;
    void enters(const running_item&, const llvm::BasicBlock* from, const llvm::BasicBlock& to) override;
    void executes(const running_item&, const llvm::Instruction&) override;
    void computes(const running_item&, const llvm::Instruction&, std::uint64_t value) override;
    void meets() override;

    serial_interpreter interpreter_;
    poison_watch poison_;
    memory_watch memory_;
    std::vector<std::unique_ptr<run_observer>> twins_;
    std::vector<run_observer*> all_;
};

}  // namespace ndweave::compiler::testing
