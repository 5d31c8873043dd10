#include "compiler/pass_registry.hpp"

#include <llvm/Transforms/Scalar/IndVarSimplify.h>

#include <algorithm>
#include <optional>

#include "compiler/codegen/host/approximate_roots.hpp"
#include "compiler/codegen/host/recompute_infinities.hpp"
#include "compiler/codegen/host/skip_empty_stores.hpp"
#include "compiler/codegen/host/skip_idle_updates.hpp"
#include "compiler/codegen/host/skip_repairs.hpp"
#include "compiler/codegen/host/spell_out_gathers.hpp"
#include "compiler/codegen/ptx/floating_point.hpp"
#include "compiler/codegen/ptx/global_pointers.hpp"
#include "compiler/passes/check/check_accesses.hpp"
#include "compiler/passes/check/check_divisions.hpp"
#include "compiler/passes/check/check_private_accesses.hpp"
#include "compiler/passes/check/check_rows.hpp"
#include "compiler/passes/check/note_synchronisation.hpp"
#include "compiler/passes/clean_up/atomic_scopes.hpp"
#include "compiler/passes/clean_up/bfloat_arithmetic.hpp"
#include "compiler/passes/clean_up/canonical_ids.hpp"
#include "compiler/passes/clean_up/complex_arithmetic.hpp"
#include "compiler/passes/clean_up/complex_functions.hpp"
#include "compiler/passes/clean_up/fast_math.hpp"
#include "compiler/passes/clean_up/float_functions.hpp"
#include "compiler/passes/clean_up/floating_point_environment.hpp"
#include "compiler/passes/clean_up/local_atomics.hpp"
#include "compiler/passes/clean_up/mark_builtins.hpp"
#include "compiler/passes/clean_up/mark_for_inlining.hpp"
#include "compiler/passes/clean_up/normalise_host_flags.hpp"
#include "compiler/passes/clean_up/normalise_math.hpp"
#include "compiler/passes/clean_up/remove_exceptions.hpp"
#include "compiler/passes/clean_up/simplify_kernel.hpp"
#include "compiler/passes/clean_up/specialise.hpp"
#include "compiler/passes/clean_up/split_float_pairs.hpp"
#include "compiler/passes/clean_up/wide_conversions.hpp"
#include "compiler/passes/loops/access_groups.hpp"
#include "compiler/passes/loops/extremes.hpp"
#include "compiler/passes/loops/group_invariants.hpp"
#include "compiler/passes/loops/group_shape.hpp"
#include "compiler/passes/loops/hoist_parallel_loads.hpp"
#include "compiler/passes/loops/hoist_scalars.hpp"
#include "compiler/passes/loops/masked_loops.hpp"
#include "compiler/passes/loops/merge_scatters.hpp"
#include "compiler/passes/loops/narrow_integers.hpp"
#include "compiler/passes/loops/narrow_item_loops.hpp"
#include "compiler/passes/loops/prefetch_results.hpp"
#include "compiler/passes/loops/prefetch_rows.hpp"
#include "compiler/passes/loops/short_periods.hpp"
#include "compiler/passes/loops/single_item.hpp"
#include "compiler/passes/loops/step_products.hpp"
#include "compiler/passes/loops/streaming_stores.hpp"
#include "compiler/passes/loops/strips.hpp"
#include "compiler/passes/loops/uniform_steps.hpp"
#include "compiler/passes/private/private_layout.hpp"
#include "compiler/passes/private/private_memory.hpp"
#include "compiler/passes/regions/implicit_barriers.hpp"
#include "compiler/passes/regions/kept_values.hpp"
#include "compiler/passes/regions/rematerialise.hpp"
#include "compiler/passes/regions/separate_joins.hpp"
#include "compiler/passes/regions/split_regions.hpp"
#include "compiler/passes/regions/sub_group_exchange.hpp"
#include "compiler/passes/workarounds/choose_before_blending.hpp"
#include "compiler/passes/workarounds/clear_upper_mask_bits.hpp"
#include "compiler/passes/workarounds/doubt_progress.hpp"
#include "compiler/passes/workarounds/drop_undefined_gathers.hpp"
#include "compiler/passes/workarounds/fuse_halves_in_double.hpp"
#include "compiler/passes/workarounds/hoist_guarded_divisions.hpp"
#include "compiler/passes/workarounds/keep_wrap_checks.hpp"
#include "compiler/passes/workarounds/pin_strided_accesses.hpp"

namespace ndweave::compiler {

llvm::AnalysisKey outcome_analysis::Key;

namespace {

/// The number in "name<number>".
std::optional<unsigned> parameter_of(llvm::StringRef element, llvm::StringRef name) {
    unsigned number = 0;
    if (!element.consume_front(name) || !element.consume_front("<") || !element.consume_back(">") ||
        element.getAsInteger(10, number)) {
        return std::nullopt;
    }
    return number;
}

using elements = llvm::ArrayRef<llvm::PassBuilder::PipelineElement>;

bool add_module_pass(llvm::StringRef name, llvm::ModulePassManager& passes, elements) {
#define NDWEAVE_PASS(NAME, FUNCTION) \
    if (name == NAME) return passes.addPass(function_as_pass<NAME, FUNCTION>()), true;
#define NDWEAVE_PASS_WITH(NAME, FUNCTION)             \
    if (const auto number = parameter_of(name, NAME)) \
        return passes.addPass(function_as_pass<NAME, FUNCTION, unsigned>(*number)), true;
#include "compiler/pass_registry.def"
    return false;
}

bool add_function_pass(llvm::StringRef name, llvm::FunctionPassManager& passes, elements) {
#define NDWEAVE_FUNCTION_PASS(NAME, CREATE) \
    if (name == NAME) return passes.addPass(CREATE), true;
#define NDWEAVE_FUNCTION_PASS_WITH(NAME, CREATE) \
    if (const auto number = parameter_of(name, NAME)) return passes.addPass(CREATE(*number)), true;
#include "compiler/pass_registry.def"
    return false;
}

bool add_loop_pass(llvm::StringRef name, llvm::LoopPassManager& passes, elements) {
#define NDWEAVE_LOOP_PASS(NAME, CREATE) \
    if (name == NAME) return passes.addPass(CREATE), true;
#include "compiler/pass_registry.def"
    return false;
}

/// Asked first: adds nothing for these.
template <class PassManager>
void leave_out(llvm::PassBuilder& builder, llvm::ArrayRef<std::string> names) {
    builder.registerPipelineParsingCallback([names](llvm::StringRef name, PassManager&, elements) {
        return llvm::is_contained(names, name.take_until([](char c) { return c == '<'; }));
    });
}

}  // namespace

void register_passes(llvm::PassBuilder& builder, llvm::ArrayRef<std::string> left_out) {
    leave_out<llvm::ModulePassManager>(builder, left_out);
    leave_out<llvm::FunctionPassManager>(builder, left_out);
    leave_out<llvm::LoopPassManager>(builder, left_out);
    builder.registerPipelineParsingCallback(add_module_pass);
    builder.registerPipelineParsingCallback(add_function_pass);
    builder.registerPipelineParsingCallback(add_loop_pass);
}

void register_analyses(llvm::ModuleAnalysisManager& modules, pass_outcome& outcome) {
    modules.registerPass([&] { return outcome_analysis(outcome); });
}

std::vector<std::string> registered_passes() {
    std::vector<std::string> names{
#define NDWEAVE_PASS(NAME, FUNCTION) NAME,
#define NDWEAVE_PASS_WITH(NAME, FUNCTION) NAME "<number>",
#define NDWEAVE_FUNCTION_PASS(NAME, CREATE) NAME,
#define NDWEAVE_FUNCTION_PASS_WITH(NAME, CREATE) NAME "<number>",
#define NDWEAVE_LOOP_PASS(NAME, CREATE) NAME,
#include "compiler/pass_registry.def"
    };
    std::ranges::sort(names);
    return names;
}

}  // namespace ndweave::compiler
