#include "compiler/codegen/host/host.hpp"

#include <llvm/MC/MCSubtargetInfo.h>

#include "compiler/codegen/host/entry/item.hpp"
#include "compiler/codegen/host/entry/loops.hpp"
#include "compiler/codegen/host/generate_object.hpp"
#include "compiler/codegen/host/link_image.hpp"
#include "compiler/codegen/host/machine.hpp"
#include "compiler/codegen/host/tuning.hpp"
#include "compiler/codegen/host/vector_math.hpp"
#include "compiler/codegen/host/vector_width.hpp"
#include "compiler/passes/analysis/dependences.hpp"
#include "compiler/passes/captures/separate_captures.hpp"
#include "compiler/passes/workarounds/vectorizer/always_check_overlaps.hpp"
#include "compiler/verify.hpp"
#include "ndweave/builtins.h"

namespace ndweave::compiler {
namespace {

constexpr unsigned host_converted_bits = 128;    // by libgcc's functions
constexpr std::uint32_t default_sub_group = 16;  // work-items: floats of a 512-bit register, two AVX2 registers

std::uint32_t sub_group_size(const ndw_compile_request& request) {
    return request.variant.sub_group_size != 0 ? request.variant.sub_group_size : default_sub_group;
}

host::vector_library library_for(const compilation& job) {
    if (job.has(NDW_COMPILE_FAST_VECTOR_MATH)) return host::vector_library::libmvec;
    return job.has(NDW_COMPILE_FAST_MATH) ? host::vector_library::sleef_fast : host::vector_library::sleef;
}

llvm::Expected<artifact> compile(std::unique_ptr<llvm::Module> module, compilation& job) {
    if (!host::target_cpu().error.empty()) return failed(host::target_cpu().error);
    const bool whole = job.request.last_step == nullptr && !job.has(NDW_COMPILE_ITEM);
    const std::unique_ptr<llvm::TargetMachine> machine =
        host::make_machine(job.has(NDW_COMPILE_FAST_MATH) && !job.stopped(),
                           whole ? llvm::CodeGenOptLevel::Aggressive : llvm::CodeGenOptLevel::Less);
    auto made = compile_for_host(std::move(module), job, *machine);
    if (made && job.request.last_step != nullptr && !job.stopped()) {
        return invalid("kernel '" + job.kernel() + "' is not compiled in a step '" + job.request.last_step +
                       "'; its steps: " + job.notes.step_names());
    }
    return made;
}

/// Full unrolling of loops of at most 64 iterations (never partial: two work-items may reach a barrier in different
/// ones), invariant code motion, value numbering; loops are in simplified form afterwards.
constexpr const char* unroll_short_loops =
    "function(loop-mssa(licm,indvars),"
    "loop-unroll<O3;full-unroll-max=64;no-partial;no-runtime;no-peeling;no-upperbound>,"
    "sroa<modify-cfg>,instcombine<no-verify-fixpoint>,loop-mssa(licm,indvars),gvn,instcombine<no-verify-fixpoint>,"
    "simplifycfg,adce,loop-simplify,lcssa)";

std::vector<pipeline_step> steps_before_loops(const compilation& job) {
    return {
        {"fast-math", "fast-math", job.has(NDW_COMPILE_FAST_MATH), true},
        {"separate-captures", "function(separate-captures)", job.has(NDW_COMPILE_DISTINCT_POINTERS), true},
        {"prepare", unroll_short_loops, job.request.variant.kind == NDW_KERNEL_BASIC, true},
        {"note-synchronisation", "note-synchronisation", job.has(NDW_COMPILE_CHECK) && !job.has(NDW_COMPILE_ITEM)},
    };
}

std::vector<pipeline_step> steps_behind_loops(const compilation& job) {
    const bool groups = job.request.variant.kind != NDW_KERNEL_SINGLE_TASK;
    return {
        {"check-accesses", groups ? "note-groups,check-accesses" : "check-accesses", job.has(NDW_COMPILE_CHECK)},
        {"local-atomics", "local-atomics", true, true},
    };
}

/// In "optimise", where LLVM is about to make vectors. Dead loops go as between LLVM's own passes that prepare a loop
/// for its vectorizer and that: a loop around one that goes away then would be vectorized unprepared.
std::string before_vectorizer() {
    const bool masks = host::target_cpu().vector_bits == 512;
    return std::string(
               "loop(loop-rotate,loop-deletion),loop-simplify,combine-atomics,restore-access-groups,split-at-rows,"
               "divide-in-floating-point,hoist-guarded-divisions,restore-sign-extensions,narrow-integers,"
               "canonicalize-fp-min-max,disjoint-counters,") +
           (masks ? "split-selected-loads," : "") +
           "modulo-indices,strength-reduce-products,expand-known-phis,pin-strided-accesses,keep-wrap-checks";
}

std::string optimisations() {
    const std::string cost = std::to_string(host::target_tuning().scatter_cost);
    const std::string scatters = host::target_cpu().vector_bits == 512 ? "function(merge-scatters<" + cost + ">)," : "";
    return "always-inline,function(hoist-scalars),default<O3>,"
           "function(lower-fp-min-max),function(unpin-strided-accesses,merge-gathers)," +
           scatters + "function(hoist-parallel-loads)";
}

std::vector<pipeline_step> steps_behind_vectorizer(const compilation& job, bool streams) {
    const std::string roots = "approximate-roots<" + std::to_string(host::target_cpu().vector_bits) + ">";
    const host::tuning& cpu = host::target_tuning();
    return {
        {"approximate-roots", roots, true, true},
        {"streaming-stores", "streaming-stores", streams, true, "streaming_stores"},
        {"prefetch-results", "prefetch-results", true, true, "prefetched_results"},
        {"guard-nan-fixups", "guard-nan-fixups", true, true},
        {"guard-empty-stores", "guard-empty-stores", true, true},
        {"guard-noop-atomics", "guard-noop-atomics", true, true},
        {"prefetch-rows", "prefetch-rows", cpu.prefetch_sparse_rows, true, "prefetched_rows"},
        {"broadcast-gathers", "broadcast-gathers", true, true},
        {"scalarize-gathers", "scalarize-gathers", cpu.scalarize_gathers, true},
        {"recompute-infinities", "recompute-infinities"},
    };
}

/// What the front did, once more: LLVM's passes have joined operations to such that its code generator lacks. Then what
/// keeps clear of its faults.
std::vector<pipeline_step> steps_before_code(const llvm::TargetMachine& machine) {
    const std::string conversions = "wide-conversions<" + std::to_string(host_converted_bits) + ">";
    const bool halves = machine.getMCSubtargetInfo()->checkFeatures("+avx512fp16");
    return {
        {"legalise", "float-functions," + conversions + ",bfloat-updates,bfloat-arithmetic"},
        {"avoid-gather-faults", "function(drop-undefined-gathers)"},
        {"avoid-mask-faults", "function(choose-before-blending,clear-upper-mask-bits)",
         host::target_cpu().vector_bits == 512},
        {"avoid-half-faults",
         halves ? "function(saturate-halves-in-float,compare-halves-in-float)" : "function(fuse-halves-in-double)"},
    };
}

/// Where the request has a last pass, without LLVM's optional ones behind it.
void optimise_within_limit(llvm::Module& module, compilation& job, llvm::TargetMachine& machine) {
    pass_limit limit{job.request.last_pass - 1, 0, {}};
    host::optimise(module, machine, library_for(job),
                   {job.vectors_refused.empty(), job.request.last_pass != 0 ? &limit : nullptr});
    if (job.request.last_pass == 0) return;
    job.notes.set("passes", static_cast<std::int64_t>(limit.ran));
    job.notes.set("last_pass", limit.last);
}

/// `made` has the name of its entry.
llvm::Error generate(llvm::Module& module, compilation& job, llvm::TargetMachine& machine, artifact& made) {
    if (llvm::Error error = job.run(steps_before_code(machine), module)) return error;
    return job.step("generate-code", module, [&](llvm::Module& m) -> llvm::Error {
        if (llvm::Error error = verify(m)) return error;
        auto object = host::generate_object(m, machine);
        if (!object) return object.takeError();
        auto image = host::link_image(*object, made.entry_name);
        if (!image) return image.takeError();
        for (const code::code_image::import& one : image->imports) {
            if (job.has(NDW_COMPILE_ITEM) || host::provides_symbol(one.name)) continue;
            return failed("its code calls " + one.name + ", which no library here has");
        }
        made.code = code::encode(*image);
        return llvm::Error::success();
    });
}

llvm::Expected<artifact> compile_item(llvm::Module& module, compilation& job, llvm::TargetMachine& machine) {
    artifact made;
    made.depends_on = dependences_of(module, job.has(NDW_COMPILE_FAST_MATH));
    if (llvm::Error error = job.run({{"check-accesses", "check-accesses"}}, module)) return error;
    host::expose_item(*job.entry(module));
    made.entry_name = job.request.kernel_name;
    if (llvm::Error error = generate(module, job, machine, made)) return error;
    made.sub_group_size = sub_group_size(job.request);
    return made;
}

}  // namespace

namespace host {

void optimise(llvm::Module& module, llvm::TargetMachine& machine, vector_library library, optimise_options with) {
    always_check_overlaps();
    const llvm::TargetLibraryInfoImpl functions = library_info(machine.getTargetTriple(), library);
    pass_options options;
    options.machine = &machine;
    options.library = &functions;
    options.limit = with.limit;
    options.vectors = with.vectors;
    options.before_vectorizer = before_vectorizer();
    run_passes(module, optimisations(), options);
}

}  // namespace host

llvm::Expected<artifact> compile_for_host(std::unique_ptr<llvm::Module> owned, compilation& job,
                                          llvm::TargetMachine& machine) {
    llvm::Module& module = *owned;
    pass_options for_machine;
    for_machine.machine = &machine;
    artifact made;
    host::wrap_options wrap;

    host::set_target_cpu(module, machine);
    if (llvm::Error error = job.run(steps_before_loops(job), module, for_machine)) return error;
    if (job.has(NDW_COMPILE_ITEM)) return compile_item(module, job, machine);
    const distinct_pointers relied_on = distinct_pointers::of(*job.entry(module));
    made.distinct_pointers = relied_on.offsets;
    made.written_pointer_count = relied_on.written;
    made.written_pointers_apart = 1;
    if (llvm::Error error = host::choose_loops(*job.entry(module), job, made).moveInto(wrap)) return error;
    if (llvm::Error error = job.run(host::steps_of_loops(job, wrap), module)) return error;
    host::note_loops(*job.entry(module), job, made, wrap);
    if (llvm::Error error = job.run(steps_behind_loops(job), module)) return error;
    job.transform("wrap", module, [&](llvm::Module& m) { host::wrap_kernel(m, *job.entry(m), wrap); });
    host::set_target_cpu(module, machine);
    if (wrap.streams && host::target_tuning().prefer_256_bit_streams && host::waits_for_memory(module))
        host::prefer_vectors_of(module, 256);
    if (llvm::Error error = verify(module)) return error;
    job.improve("optimise", module, [&](llvm::Module& m) { optimise_within_limit(m, job, machine); });
    if (llvm::Error error = job.run(steps_behind_vectorizer(job, wrap.streams), module)) return error;
    made.entry_name = host::entry_symbol;
    if (llvm::Error error = generate(module, job, machine, made)) return error;
    made.sub_group_size = sub_group_size(job.request);
    return made;
}

const target host_target = {
    "host",
    NDWEAVE_TARGET_HOST,
    {.long_double = true,
     .recursion = true,
     .inline_assembly = true,
     .half = true,
     .bfloat_arithmetic = false,
     .int128 = true,
     .converted_bits = host_converted_bits,
     .wide_counters = true},
    sub_group_size,
    host::provides_function,
    [] { return host::target_cpu().has("cx16") ? 128u : 64u; },
    compile,
};

}  // namespace ndweave::compiler
