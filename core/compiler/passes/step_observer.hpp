/// Told of each step of a compilation, and of those that form_work_item_loops() is made of: tests run what a step left.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace ndweave::compiler {

struct region_plan;
struct work_item_loop_options;

class step_observer {
public:
    virtual ~step_observer() = default;

    virtual void after(llvm::StringRef /*step*/, llvm::Module&) {}

    /// `kernel` is that of one of `shape`'s work-items, or, with `runs_group`, runs all of them.
    virtual void after(llvm::StringRef /*step*/, llvm::Function& /*kernel*/, const work_item_loop_options& /*shape*/,
                       bool /*runs_group*/) {}

    /// Between the steps that prepare the cut into regions: `kernel` is still that of one work-item, and each way into
    /// a head of the plan is a barrier.
    virtual void after(llvm::StringRef /*step*/, llvm::Function& /*kernel*/, const work_item_loop_options& /*shape*/,
                       const region_plan&) {}
};

}  // namespace ndweave::compiler
