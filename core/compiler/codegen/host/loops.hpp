/// How the work-items of a kernel become loops.
///
/// - A single task runs once.
/// - A basic kernel without loops or private arrays of its own is the body of one flat loop, unless `cbs` is asked for.
/// - Any other basic kernel runs in tiles of work-items, and an nd-range kernel in its work-groups; in both
///   form_work_item_loops() makes loops over the work-items, innermost where the kernel's own control flow lets it.
///
/// The strategy is called `cbs` where the kernel has barriers or it was asked for, else `loop`. Refuses a kernel with
/// barriers where `loop` was asked for.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include "compiler/codegen/host/entry.hpp"
#include "compiler/codegen/target.hpp"
#include "compiler/compilation.hpp"

namespace ndweave::compiler::host {

/// Shapes `kernel`, fills strategy, arena and barrier use of `made`, and reports what was chosen. The result says how
/// to wrap the kernel.
llvm::Expected<wrap_options> form_loops(llvm::Function& kernel, compilation& job, artifact& made);

}  // namespace ndweave::compiler::host
