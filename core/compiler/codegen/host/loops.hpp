/// How the work-items of a kernel become loops.
///
/// - A single task runs once.
/// - A basic kernel without loops or private arrays of its own is the body of one flat loop, unless `cbs` is asked for.
/// - Any other basic kernel runs in tiles of work-items, and an nd-range kernel in its work-groups; in both
///   work_item_loop_steps() make loops over the work-items, innermost where the kernel's own control flow lets them.
///
/// The strategy is called `cbs` where the kernel has barriers or it was asked for, else `loop`. Refuses a kernel with
/// barriers where `loop` was asked for.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include <vector>

#include "compiler/codegen/host/entry.hpp"
#include "compiler/codegen/target.hpp"
#include "compiler/compilation.hpp"
#include "compiler/pipeline_step.hpp"

namespace ndweave::compiler::host {

/// Chooses the loops, and says how to wrap the kernel. Fills barrier use of `made`; strategy too where there are no
/// loops over work-items, and reports it.
llvm::Expected<wrap_options> choose_loops(llvm::Function& kernel, compilation& job, artifact& made);

/// work_item_loop_steps() where there are such loops.
std::vector<pipeline_step> steps_of_loops(const compilation& job, const wrap_options& wrap);

/// After those steps: completes strategy and arena of `made` and `wrap`, and reports what was chosen.
void note_loops(llvm::Function& kernel, compilation& job, artifact& made, wrap_options& wrap);

}  // namespace ndweave::compiler::host
