#include "compiler/pass_manager/pass_registry.hpp"

#include <llvm/Transforms/Scalar/IndVarSimplify.h>

#include <algorithm>
#include <optional>

#include "compiler/codegen/c_source/passes/divisors.hpp"
#include "compiler/codegen/c_source/passes/doubling_recurrences.hpp"
#include "compiler/codegen/c_source/passes/functor.hpp"
#include "compiler/codegen/c_source/passes/group_loops.hpp"
#include "compiler/codegen/c_source/passes/table_addresses.hpp"
#include "compiler/codegen/c_source/passes/tiles.hpp"
#include "compiler/codegen/c_source/passes/traps.hpp"
#include "compiler/codegen/c_source/passes/wrapping_counters.hpp"
#include "compiler/codegen/c_source/passes/written_out_blocks.hpp"
#include "compiler/codegen/ptx/kernel/drop_scratch_barriers.hpp"
#include "compiler/codegen/ptx/kernel/lower_builtins.hpp"
#include "compiler/codegen/ptx/kernel/make_kernel.hpp"
#include "compiler/codegen/ptx/math/bfloats.hpp"
#include "compiler/codegen/ptx/math/call_libdevice.hpp"
#include "compiler/codegen/ptx/math/conditions.hpp"
#include "compiler/codegen/ptx/math/extensions.hpp"
#include "compiler/codegen/ptx/math/floating_point.hpp"
#include "compiler/codegen/ptx/math/reflection.hpp"
#include "compiler/codegen/ptx/passes/captured_copies.hpp"
#include "compiler/codegen/ptx/passes/expand_copies.hpp"
#include "compiler/codegen/ptx/passes/forget_host.hpp"
#include "compiler/codegen/ptx/passes/functor_pointers.hpp"
#include "compiler/codegen/ptx/passes/global_pointers.hpp"
#include "compiler/codegen/ptx/passes/lower_atomics.hpp"
#include "compiler/codegen/ptx/passes/o3.hpp"
#include "compiler/codegen/ptx/passes/odd_globals.hpp"
#include "compiler/codegen/ptx/passes/read_only_loads.hpp"
#include "compiler/codegen/ptx/passes/returns.hpp"
#include "compiler/codegen/ptx/passes/unroll_loops.hpp"
#include "compiler/passes/after_vectorizer/approximate_roots.hpp"
#include "compiler/passes/after_vectorizer/gathers_and_scatters/merge_gathers.hpp"
#include "compiler/passes/after_vectorizer/gathers_and_scatters/merge_scatters.hpp"
#include "compiler/passes/after_vectorizer/gathers_and_scatters/scalarize_gathers.hpp"
#include "compiler/passes/after_vectorizer/guard_empty_stores.hpp"
#include "compiler/passes/after_vectorizer/guard_nan_fixups.hpp"
#include "compiler/passes/after_vectorizer/guard_noop_atomics.hpp"
#include "compiler/passes/after_vectorizer/hoist_parallel_loads.hpp"
#include "compiler/passes/after_vectorizer/prefetch_results.hpp"
#include "compiler/passes/after_vectorizer/prefetch_rows.hpp"
#include "compiler/passes/after_vectorizer/recompute_infinities.hpp"
#include "compiler/passes/after_vectorizer/streaming_stores.hpp"
#include "compiler/passes/arithmetic/bfloat_arithmetic.hpp"
#include "compiler/passes/arithmetic/complex_arithmetic.hpp"
#include "compiler/passes/arithmetic/complex_functions.hpp"
#include "compiler/passes/arithmetic/fast_math.hpp"
#include "compiler/passes/arithmetic/float_functions.hpp"
#include "compiler/passes/arithmetic/normalise_math.hpp"
#include "compiler/passes/arithmetic/split_float_pairs.hpp"
#include "compiler/passes/arithmetic/wide_conversions.hpp"
#include "compiler/passes/before_vectorizer/access_groups.hpp"
#include "compiler/passes/before_vectorizer/combine_atomics.hpp"
#include "compiler/passes/before_vectorizer/divide_in_floating_point.hpp"
#include "compiler/passes/before_vectorizer/fp_min_max.hpp"
#include "compiler/passes/before_vectorizer/hoist_scalars.hpp"
#include "compiler/passes/before_vectorizer/modulo_indices.hpp"
#include "compiler/passes/before_vectorizer/narrow_integers.hpp"
#include "compiler/passes/before_vectorizer/restore_sign_extensions.hpp"
#include "compiler/passes/before_vectorizer/split_at_rows.hpp"
#include "compiler/passes/before_vectorizer/split_selected_loads.hpp"
#include "compiler/passes/before_vectorizer/strength_reduce_products.hpp"
#include "compiler/passes/captures/constant_captures.hpp"
#include "compiler/passes/captures/deciding_captures.hpp"
#include "compiler/passes/captures/separate_captures.hpp"
#include "compiler/passes/check/check_accesses.hpp"
#include "compiler/passes/check/check_divisions.hpp"
#include "compiler/passes/check/check_private_accesses.hpp"
#include "compiler/passes/check/check_rows.hpp"
#include "compiler/passes/check/note_synchronisation.hpp"
#include "compiler/passes/coarsen.hpp"
#include "compiler/passes/counters/disjoint_counters.hpp"
#include "compiler/passes/counters/uniform_steps.hpp"
#include "compiler/passes/counters/version_counters.hpp"
#include "compiler/passes/front/atomic_scopes.hpp"
#include "compiler/passes/front/floating_point_environment.hpp"
#include "compiler/passes/front/group_memory.hpp"
#include "compiler/passes/front/launch_arguments.hpp"
#include "compiler/passes/front/mark_builtins.hpp"
#include "compiler/passes/front/mark_for_inlining.hpp"
#include "compiler/passes/front/normalise_host_flags.hpp"
#include "compiler/passes/front/remove_exceptions.hpp"
#include "compiler/passes/front/specialise.hpp"
#include "compiler/passes/printing/normalise_printing.hpp"
#include "compiler/passes/printing/restrict_printing.hpp"
#include "compiler/passes/private/constant_private_arrays.hpp"
#include "compiler/passes/private/private_array_loops.hpp"
#include "compiler/passes/private/private_layout.hpp"
#include "compiler/passes/private/private_memory.hpp"
#include "compiler/passes/regions/implicit_barriers.hpp"
#include "compiler/passes/regions/rematerialise.hpp"
#include "compiler/passes/regions/separate_joins.hpp"
#include "compiler/passes/regions/spilled_values.hpp"
#include "compiler/passes/regions/split_regions.hpp"
#include "compiler/passes/sub_groups/permutes.hpp"
#include "compiler/passes/sub_groups/sub_groups_as_items.hpp"
#include "compiler/passes/work_items/canonical_ids.hpp"
#include "compiler/passes/work_items/group_invariants.hpp"
#include "compiler/passes/work_items/group_shape.hpp"
#include "compiler/passes/work_items/local_atomics.hpp"
#include "compiler/passes/work_items/masks/masked_loops.hpp"
#include "compiler/passes/work_items/narrow_item_loops.hpp"
#include "compiler/passes/work_items/simplify_kernel.hpp"
#include "compiler/passes/work_items/single_item.hpp"
#include "compiler/passes/work_items/strips.hpp"
#include "compiler/passes/workarounds/code_generator/choose_before_blending.hpp"
#include "compiler/passes/workarounds/code_generator/clear_upper_mask_bits.hpp"
#include "compiler/passes/workarounds/code_generator/compare_halves_in_float.hpp"
#include "compiler/passes/workarounds/code_generator/drop_undefined_gathers.hpp"
#include "compiler/passes/workarounds/code_generator/fuse_halves_in_double.hpp"
#include "compiler/passes/workarounds/code_generator/saturate_halves_in_float.hpp"
#include "compiler/passes/workarounds/doubt_progress.hpp"
#include "compiler/passes/workarounds/vectorizer/expand_known_phis.hpp"
#include "compiler/passes/workarounds/vectorizer/hoist_guarded_divisions.hpp"
#include "compiler/passes/workarounds/vectorizer/keep_wrap_checks.hpp"
#include "compiler/passes/workarounds/vectorizer/pin_strided_accesses.hpp"
#include "compiler/passes/workarounds/vectorizer/scalarize_divisions.hpp"

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
#include "compiler/pass_manager/pass_registry.def"
    return false;
}

bool add_function_pass(llvm::StringRef name, llvm::FunctionPassManager& passes, elements) {
#define NDWEAVE_FUNCTION_PASS(NAME, CREATE) \
    if (name == NAME) return passes.addPass(CREATE), true;
#define NDWEAVE_FUNCTION_PASS_WITH(NAME, CREATE) \
    if (const auto number = parameter_of(name, NAME)) return passes.addPass(CREATE(*number)), true;
#include "compiler/pass_manager/pass_registry.def"
    return false;
}

bool add_loop_pass(llvm::StringRef name, llvm::LoopPassManager& passes, elements) {
#define NDWEAVE_LOOP_PASS(NAME, CREATE) \
    if (name == NAME) return passes.addPass(CREATE), true;
#include "compiler/pass_manager/pass_registry.def"
    return false;
}

auto add_pipeline_for(llvm::TargetMachine* machine) {
    return [machine](llvm::StringRef name, llvm::ModulePassManager& passes, elements) {
#define NDWEAVE_PIPELINE(NAME, CREATE) \
    if (name == NAME) return passes.addPass(CREATE(machine)), true;
#include "compiler/pass_manager/pass_registry.def"
        return false;
    };
}

/// Asked first: adds nothing for these.
template <class PassManager>
void leave_out(llvm::PassBuilder& builder, llvm::ArrayRef<std::string> names) {
    builder.registerPipelineParsingCallback([names](llvm::StringRef name, PassManager&, elements) {
        return llvm::is_contained(names, name.take_until([](char c) { return c == '<'; }));
    });
}

}  // namespace

void register_passes(llvm::PassBuilder& builder, llvm::TargetMachine* machine, llvm::ArrayRef<std::string> left_out) {
    leave_out<llvm::ModulePassManager>(builder, left_out);
    leave_out<llvm::FunctionPassManager>(builder, left_out);
    leave_out<llvm::LoopPassManager>(builder, left_out);
    builder.registerPipelineParsingCallback(add_module_pass);
    builder.registerPipelineParsingCallback(add_pipeline_for(machine));
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
#define NDWEAVE_PIPELINE(NAME, CREATE) NAME,
#include "compiler/pass_manager/pass_registry.def"
    };
    std::ranges::sort(names);
    return names;
}

}  // namespace ndweave::compiler
