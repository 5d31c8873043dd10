/// Told of each step of a compilation, and of those that form_work_item_loops() is made of: tests run what a step left.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace ndweave::compiler {

struct work_item_loop_options;

class step_observer {
public:
    virtual ~step_observer() = default;

    virtual void after(llvm::StringRef /*step*/, llvm::Module&) {}

    /// `kernel` is that of one of `shape`'s work-items, or, with `runs_group`, runs all of them.
    virtual void after(llvm::StringRef /*step*/, llvm::Function& /*kernel*/, const work_item_loop_options& /*shape*/,
                       bool /*runs_group*/) {}
};

}  // namespace ndweave::compiler
