#include "compiler/codegen/host/host.hpp"

#include "compiler/codegen/host/approximate_roots.hpp"
#include "compiler/codegen/host/item.hpp"
#include "compiler/codegen/host/loops.hpp"
#include "compiler/codegen/host/machine.hpp"
#include "compiler/codegen/host/optimise.hpp"
#include "compiler/codegen/host/recompute_infinities.hpp"
#include "compiler/codegen/host/skip_empty_stores.hpp"
#include "compiler/codegen/host/skip_idle_updates.hpp"
#include "compiler/codegen/host/skip_repairs.hpp"
#include "compiler/codegen/host/spell_out_gathers.hpp"
#include "compiler/codegen/host/vector_width.hpp"
#include "compiler/passes/analysis/dependences.hpp"
#include "compiler/passes/check/check_accesses.hpp"
#include "compiler/passes/check/note_synchronisation.hpp"
#include "compiler/passes/clean_up/bfloat_arithmetic.hpp"
#include "compiler/passes/clean_up/fast_math.hpp"
#include "compiler/passes/clean_up/float_functions.hpp"
#include "compiler/passes/clean_up/local_atomics.hpp"
#include "compiler/passes/clean_up/wide_conversions.hpp"
#include "compiler/passes/loops/prefetch_results.hpp"
#include "compiler/passes/loops/prefetch_rows.hpp"
#include "compiler/passes/loops/streaming_stores.hpp"
#include "compiler/verify.hpp"
#include "ndweave/builtins.h"

namespace ndweave::compiler {
namespace {

constexpr std::uint32_t single_task_kind = 0, basic_kind = 1;
constexpr unsigned host_converted_bits = 128;    // by libgcc's functions
constexpr std::uint32_t default_sub_group = 16;  // work-items: floats of a 512-bit register, two AVX2 registers

std::uint32_t sub_group_size(const ndw_compile_request& request) {
    return request.sub_group_size != 0 ? request.sub_group_size : default_sub_group;
}

host::vector_library library_for(const compilation& of) {
    if (of.has(NDW_COMPILE_FAST_VECTOR_MATH)) return host::vector_library::libmvec;
    return of.has(NDW_COMPILE_FAST_MATH) ? host::vector_library::sleef_fast : host::vector_library::sleef;
}

std::string identity(const ndw_compile_request&) {
    return host::target_cpu().name + "|" + host::target_cpu().features + "|" + host::vector_libraries_found();
}

llvm::Expected<artifact> compile(std::unique_ptr<llvm::Module> module, compilation& of) {
    if (!host::target_cpu().error.empty()) return failed(host::target_cpu().error);
    const bool whole = of.request.last_step == nullptr && !of.has(NDW_COMPILE_ITEM);
    const std::unique_ptr<llvm::TargetMachine> machine =
        host::make_machine(of.has(NDW_COMPILE_FAST_MATH) && !of.stopped(),
                           whole ? llvm::CodeGenOptLevel::Aggressive : llvm::CodeGenOptLevel::Less);
    auto made = compile_for_host(std::move(module), of, *machine);
    if (made && of.request.last_step != nullptr && !of.stopped()) {
        return invalid("kernel '" + of.kernel() + "' is not compiled in a step '" + of.request.last_step + "'");
    }
    return made;
}

/// What the module must have before work-items become loops.
void prepare(llvm::Module& module, compilation& of, llvm::TargetMachine& machine) {
    host::set_target_cpu(module, machine);
    if (of.has(NDW_COMPILE_FAST_MATH)) of.improve("fast-math", module, allow_fast_math);
    if (of.request.kind == basic_kind) {
        of.improve("prepare", module, [&](llvm::Module& m) { host::prepare(m, machine); });
    }
}

void optimise(llvm::Module& module, compilation& of, llvm::TargetMachine& machine) {
    pass_limit limit{of.request.last_pass - 1, 0, {}};
    host::optimise(module, machine, library_for(of), of.request.last_pass != 0 ? &limit : nullptr);
    if (of.request.last_pass == 0) return;
    of.notes.set("passes", static_cast<std::int64_t>(limit.ran));
    of.notes.set("last_pass", limit.last);
}

/// What makes finished code faster.
void improve(llvm::Module& module, compilation& of, llvm::TargetMachine& machine, const host::wrap_options& wrap) {
    of.improve("optimise", module, [&](llvm::Module& m) { optimise(m, of, machine); });
    if (of.has(NDW_COMPILE_FAST_MATH)) {
        of.improve("approximate-roots", module,
                   [](llvm::Module& m) { host::approximate_roots(m, host::target_cpu().vector_bits); });
    }
    if (wrap.streams) {
        of.improve("streaming-stores", module, [&](llvm::Module& m) {
            of.notes.set("streaming_stores", static_cast<std::int64_t>(mark_streaming_stores(m)));
        });
    }
    of.improve("prefetch-results", module, [&](llvm::Module& m) {
        of.notes.set("prefetched_results", static_cast<std::int64_t>(prefetch_results(m)));
    });
    of.improve("skip-repairs", module, [](llvm::Module& m) { host::skip_repairs(m); });
    of.improve("skip-empty-stores", module, [](llvm::Module& m) { host::skip_empty_stores(m); });
    of.improve("skip-idle-updates", module, [](llvm::Module& m) { host::skip_idle_updates(m); });
    if (fetches_rows_ahead(host::target_cpu().name)) {
        of.improve("prefetch-rows", module, [&](llvm::Module& m) {
            of.notes.set("prefetched_rows", static_cast<std::int64_t>(prefetch_rows(m)));
        });
    }
    if (host::has_slow_gathers(host::target_cpu().name)) {
        of.improve("spell-out-gathers", module, [](llvm::Module& m) { host::spell_out_gathers(m); });
    }
}

/// What the front did, once more: LLVM's passes have joined operations to such that its code generator lacks.
void expand_operations(llvm::Module& module) {
    normalise_float_functions(module);
    narrow_wide_conversions(module, host_converted_bits);
    expand_bfloat_updates(module);
    expand_bfloat_arithmetic(module);
}

llvm::Error generate(llvm::Module& module, compilation& of, llvm::TargetMachine& machine, artifact& made) {
    return of.step("generate-code", module, [&](llvm::Module& m) -> llvm::Error {
        expand_operations(m);
        if (llvm::Error error = verify(m)) return error;
        auto object = host::generate_object(m, machine);
        if (!object) return object.takeError();
        made.code = std::move(*object);
        return llvm::Error::success();
    });
}

llvm::Expected<artifact> compile_item(llvm::Module& module, compilation& of, llvm::TargetMachine& machine) {
    artifact made;
    made.depends_on = dependences_of(module, of.has(NDW_COMPILE_FAST_MATH));
    of.transform("check-accesses", module, [&](llvm::Module& m) { check_accesses(*of.entry(m)); });
    host::expose_item(*of.entry(module));
    if (llvm::Error error = generate(module, of, machine, made)) return error;
    made.entry_name = of.request.kernel_name;
    made.sub_group_size = sub_group_size(of.request);
    return made;
}

}  // namespace

llvm::Expected<artifact> compile_for_host(std::unique_ptr<llvm::Module> module, compilation& of,
                                          llvm::TargetMachine& machine) {
    prepare(*module, of, machine);
    if (of.has(NDW_COMPILE_ITEM)) return compile_item(*module, of, machine);
    artifact made;
    host::wrap_options wrap;
    const bool checked = of.has(NDW_COMPILE_CHECK);
    if (checked) {
        of.transform("note-synchronisation", *module, [&](llvm::Module& m) { note_synchronisation(*of.entry(m)); });
    }
    if (llvm::Error error = of.step("form-loops", *module, [&](llvm::Module& m) -> llvm::Error {
            return host::form_loops(*of.entry(m), of, made).moveInto(wrap);
        })) {
        return error;
    }
    if (checked) {
        of.transform("check-accesses", *module, [&](llvm::Module& m) {
            if (of.request.kind != single_task_kind) note_groups(*of.entry(m));
            check_accesses(*of.entry(m));
        });
    }
    of.improve("local-atomics", *module, [&](llvm::Module& m) { lower_local_atomics(*of.entry(m)); });
    of.transform("wrap", *module, [&](llvm::Module& m) { host::wrap_kernel(m, *of.entry(m), wrap); });
    host::set_target_cpu(*module, machine);
    if (wrap.streams && host::streams_in_halves(host::target_cpu().name) && host::waits_for_memory(*module))
        host::prefer_vectors_of(*module, 256);
    if (llvm::Error error = verify(*module)) return error;
    improve(*module, of, machine, wrap);
    of.transform("recompute-infinities", *module, [](llvm::Module& m) { host::recompute_infinities(m); });
    if (llvm::Error error = generate(*module, of, machine, made)) return error;
    made.entry_name = host::entry_symbol;
    made.sub_group_size = sub_group_size(of.request);
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
    identity,
    compile,
};

}  // namespace ndweave::compiler
