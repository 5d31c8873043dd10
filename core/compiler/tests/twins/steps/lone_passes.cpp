#include "lone_passes.hpp"

#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include "compiler/passes/after_vectorizer/hoist_parallel_loads.hpp"
#include "compiler/passes/before_vectorizer/fp_min_max.hpp"
#include "compiler/passes/before_vectorizer/modulo_indices.hpp"
#include "compiler/passes/before_vectorizer/narrow_integers.hpp"
#include "compiler/passes/before_vectorizer/restore_sign_extensions.hpp"
#include "compiler/passes/before_vectorizer/split_at_rows.hpp"
#include "compiler/passes/before_vectorizer/strength_reduce_products.hpp"
#include "compiler/passes/work_items/narrow_item_loops.hpp"
#include "compiler/passes/workarounds/vectorizer/expand_known_phis.hpp"
#include "compiler/passes/workarounds/vectorizer/hoist_guarded_divisions.hpp"
#include "compiler/passes/workarounds/vectorizer/keep_wrap_checks.hpp"
#include "compiler/passes/workarounds/vectorizer/pin_strided_accesses.hpp"

namespace ndweave::compiler::testing {

template <class... Passes>
static void add(llvm::FunctionPassManager& passes) {
    (passes.addPass(Passes()), ...);
}

llvm::ArrayRef<lone_pass> lone_passes() {
    static constexpr lone_pass all[] = {
        {"narrow_flat_loops", add<narrow_flat_loops>},
        {"split_at_rows", add<llvm::LoopSimplifyPass, llvm::LCSSAPass, split_at_rows>},
        {"split_at_rows, narrow_flat_loops",
         add<llvm::LoopSimplifyPass, llvm::LCSSAPass, split_at_rows, narrow_flat_loops>},
        {"restore_sign_extensions", add<restore_sign_extensions>},
        {"hoist_parallel_loads", add<hoist_parallel_loads>},
        {"hoist_guarded_divisions", add<hoist_guarded_divisions>},
        {"narrow_integers", add<narrow_integers>},
        {"canonicalize_fp_min_max, lower_fp_min_max", add<canonicalize_fp_min_max, lower_fp_min_max>},
        {"modulo_indices", add<modulo_indices>},
        {"strength_reduce_products", add<strength_reduce_products>},
        {"expand_known_phis", add<expand_known_phis>},
        {"keep_wrap_checks", add<keep_wrap_checks>},
        {"pin_strided_accesses", add<pin_strided_accesses>},
        {"pin_strided_accesses, unpin_strided_accesses", add<pin_strided_accesses, unpin_strided_accesses>},
    };
    return all;
}

}  // namespace ndweave::compiler::testing
