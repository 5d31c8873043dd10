#include "compiler/codegen/c_source/c_source_target.hpp"

#include "compiler/codegen/c_source/c_source.hpp"
#include "compiler/codegen/c_source/calls/math_functions.hpp"
#include "compiler/codegen/c_source/passes/tiles.hpp"
#include "compiler/codegen/c_source/text/dialect.hpp"
#include "compiler/codegen/host/tuning.hpp"
#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/work_item_loops.hpp"
#include "compiler/verify.hpp"
#include "ndweave/builtins.h"

namespace ndweave::compiler {
namespace {

constexpr capabilities c_source_capabilities{.long_double = false,
                                             .recursion = false,
                                             .inline_assembly = false,
                                             .half = false,
                                             .int128 = false,
                                             .wide_counters = true};

template <c_dialect Dialect>
std::uint32_t sub_group_size(const ndw_compile_request& request) {
    return c_source_detail::sub_group_size(c_source_detail::traits_of(Dialect), request);
}

bool provides(llvm::StringRef name) { return c_source_detail::find_math_function(name) != nullptr; }

/// Scalar values out of memory, short loops over dimensions unrolled, and no more: the driver's compiler optimises.
constexpr const char* clean_up =
    "function(sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,lcssa,"
    "c-keep-doubling-loops,loop-simplify,lcssa,loop(loop-rotate,loop-unroll-full),"
    "sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,dce),"
    "c-drop-unreachable-defaults";

/// Brings loops over work-items into the form that the driver's compiler makes vectors of.
constexpr const char* clean_up_loops =
    "function(hoist-scalars,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,"
    "loop(loop-deletion),simplifycfg,loop-simplify,restore-access-groups)";

/// Whether work-items of the device are a loop of one: a processor.
bool runs_items_in_loops(const compilation& job) { return job.has(NDW_COMPILE_ITEMS_IN_LOOPS); }

/// OpenCL C may be for a CPU, where the work-items of a group are a loop already, or for a device that has no
/// sub-groups.
bool may_coarsen(const compilation& job, c_dialect dialect) {
    return dialect != c_dialect::opencl_c || (job.request.variant.sub_group_size > 1 && !runs_items_in_loops(job));
}

/// Up to a kernel of few loops and no memory of its own that it could do without.
std::vector<pipeline_step> steps_to_scalars(const compilation& job, c_dialect dialect) {
    return {
        {"c-coarsen", "coarsen", may_coarsen(job, dialect)},
        {"c-printing", "restrict-printing"},
        {"c-drop-traps", "c-drop-traps", dialect == c_dialect::opencl_c},
        {"c-clean-up", std::string("c-describe-functor,") + clean_up},
        {"c-items", "c-end-items-at-traps,c-write-out-blocks", runs_items_in_loops(job)},
    };
}

/// Work-items of a tile, the unit in which loops run basic kernels.
std::uint32_t tile_items() { return host::tuning_of("").tile_items; }

/// A processor's kernel runs a group; of basic ones, tiles of a row.
std::vector<pipeline_step> steps_of_loops(const compilation& job, llvm::Function& kernel) {
    if (!runs_items_in_loops(job) || job.request.variant.kind == NDW_KERNEL_SINGLE_TASK) return {};
    work_item_loop_options options;
    options.tile_items = c_source_detail::tile_of(tile_items(), job.request.variant.local_range[0]);
    options.single_item = has_single_item(job.request.variant, options.tile_items);
    options.sub_groups = job.request.variant.kind == NDW_KERNEL_ND_RANGE && has_sub_group_operations(kernel);
    return work_item_loop_steps(options);
}

/// What text cannot say.
std::vector<pipeline_step> steps_to_text(const compilation& job) {
    const bool in_loops = runs_items_in_loops(job),
               groups = in_loops && job.request.variant.kind != NDW_KERNEL_SINGLE_TASK;
    const std::string tiles = "c-loop-over-tiles<" + std::to_string(tile_items()) + ">";
    return {
        {"c-tiles", tiles, groups && job.request.variant.kind == NDW_KERNEL_BASIC},
        {"c-group-loops", std::string("c-place-arena,") + clean_up_loops + ",function(c-hide-strides)", groups},
        {"c-hide-wrapping-counters", "function(c-hide-wrapping-counters)", in_loops},
        // The vectorizer of PoCL's LLVM does divisions under a guard for the first lane only, as LLVM 19's does: an
        // address made of one is undefined where only other lanes are on. Those that cannot be moved stay as they
        // were, since C has no way to hide a result.
        {"c-hoist-guarded-divisions", "function(hoist-guarded-divisions)", in_loops},
        {"c-hide-divisors", "function(c-hide-divisors)", in_loops},
        {"c-expand-table-addresses", "c-expand-table-addresses"},
    };
}

llvm::Error write(llvm::Module& module, compilation& job, c_dialect dialect, artifact& made) {
    try {
        c_source source = write_c_source(*kernel_of(module), dialect, job.request);
        made.code = std::move(source.text);
        made.entry_name = std::move(source.entry_name);
        made.parameters = std::move(source.parameters);
        made.coarsening = source.coarsening;
        made.items_in_loops = source.items_in_loops;
        made.direct = source.direct;
        made.scratch_bytes = source.scratch_bytes;
        made.uses_barrier = source.uses_barrier;
        made.sub_group_size = source.sub_group_size;
        return llvm::Error::success();
    } catch (const c_source_unsupported& refusal) {
        return job.refuse(std::string("uses ") + refusal.what(), refusal.where);
    }
}

template <c_dialect Dialect>
llvm::Expected<artifact> compile(std::unique_ptr<llvm::Module> module, compilation& job) {
    artifact made;
    if (llvm::Error error = prepare_c_source(*module, job, Dialect)) return error;
    if (llvm::Error error =
            job.step("c-write", *module, [&](llvm::Module& m) { return write(m, job, Dialect, made); })) {
        return error;
    }
    job.dump_code(made.code, Dialect == c_dialect::opencl_c ? "cl" : Dialect == c_dialect::hip_cpp ? "hip" : "cu");
    return made;
}

template <c_dialect Dialect>
constexpr target make_target(const char* name) {
    const auto atomic_bits = [] { return 64u; };
    return {name,     NDWEAVE_TARGET_GPU, c_source_capabilities, sub_group_size<Dialect>,
            provides, atomic_bits,        compile<Dialect>};
}

}  // namespace

llvm::Error prepare_c_source(llvm::Module& module, compilation& job, c_dialect dialect) {
    if (llvm::Error error = job.run(steps_to_scalars(job, dialect), module)) return error;
    if (llvm::Error error = job.run(steps_of_loops(job, *kernel_of(module)), module)) return error;
    if (llvm::Error error = job.run(steps_to_text(job), module)) return error;
    return verify(module);
}

const target opencl_c_target = make_target<c_dialect::opencl_c>("opencl-c");
const target hip_cpp_target = make_target<c_dialect::hip_cpp>("hip-c++");
const target cuda_cpp_target = make_target<c_dialect::cuda_cpp>("cuda-c++");

}  // namespace ndweave::compiler
