#include "compiler/passes/before_vectorizer/hoist_scalars.hpp"

#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimpleLoopUnswitch.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include "compiler/passes/after_vectorizer/hoist_parallel_loads.hpp"
#include "compiler/passes/before_vectorizer/access_groups.hpp"
#include "compiler/passes/before_vectorizer/split_at_rows.hpp"
#include "compiler/passes/work_items/narrow_item_loops.hpp"
#include "compiler/passes/workarounds/doubt_progress.hpp"

namespace ndweave::compiler {

using namespace llvm;

FunctionPassManager hoist_scalars() {
    FunctionPassManager passes;
    passes.addPass(SROAPass(SROAOptions::ModifyCFG));
    passes.addPass(SimplifyCFGPass());
    passes.addPass(doubt_progress());
    passes.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
    passes.addPass(note_parallel_loops());
    for (int round = 0; round < 2; ++round) {
        passes.addPass(hoist_parallel_loads());
        LoopPassManager loops;
        loops.addPass(LICMPass(LICMOptions()));
        loops.addPass(SimpleLoopUnswitchPass(true));
        passes.addPass(createFunctionToLoopPassAdaptor(std::move(loops), true));
        passes.addPass(SimplifyCFGPass());
        passes.addPass(LoopSimplifyPass());
        passes.addPass(LCSSAPass());
        passes.addPass(split_at_rows());
        passes.addPass(narrow_flat_loops());
    }
    passes.addPass(hoist_parallel_loads());  // what only a guard kept in the loop
    return passes;
}

}  // namespace ndweave::compiler
