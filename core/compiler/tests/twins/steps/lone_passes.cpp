#include "lone_passes.hpp"

#include "compiler/passes/loops/extremes.hpp"
#include "compiler/passes/loops/hoist_parallel_loads.hpp"
#include "compiler/passes/loops/narrow_integers.hpp"
#include "compiler/passes/loops/narrow_item_loops.hpp"
#include "compiler/passes/loops/short_periods.hpp"
#include "compiler/passes/loops/step_products.hpp"
#include "compiler/passes/workarounds/hoist_guarded_divisions.hpp"
#include "compiler/passes/workarounds/keep_wrap_checks.hpp"
#include "compiler/passes/workarounds/pin_strided_accesses.hpp"

namespace ndweave::compiler::testing {

template <class... Passes>
static void add(llvm::FunctionPassManager& passes) {
    (passes.addPass(Passes()), ...);
}

llvm::ArrayRef<lone_pass> lone_passes() {
    static constexpr lone_pass all[] = {
        {"narrow_flat_loops", add<narrow_flat_loops>},
        {"hoist_parallel_loads", add<hoist_parallel_loads>},
        {"hoist_guarded_divisions", add<hoist_guarded_divisions>},
        {"narrow_integers", add<narrow_integers>},
        {"expose_extremes, lower_extremes", add<expose_extremes, lower_extremes>},
        {"short_periods", add<short_periods>},
        {"step_products", add<step_products>},
        {"keep_wrap_checks", add<keep_wrap_checks>},
        {"pin_strided_accesses", add<pin_strided_accesses>},
        {"pin_strided_accesses, unpin_strided_accesses", add<pin_strided_accesses, unpin_strided_accesses>},
    };
    return all;
}

}  // namespace ndweave::compiler::testing
