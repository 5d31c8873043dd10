#include "compiler/codegen/ptx/ptx_target.hpp"

#include "compiler/codegen/ptx/check.hpp"
#include "compiler/codegen/ptx/emit.hpp"
#include "compiler/codegen/ptx/kernel/arguments.hpp"
#include "compiler/codegen/ptx/kernel/builtin_emitter.hpp"
#include "compiler/codegen/ptx/kernel/lower_builtins.hpp"
#include "compiler/codegen/ptx/machine.hpp"
#include "compiler/codegen/ptx/math/libdevice.hpp"
#include "compiler/codegen/ptx/math/math_names.hpp"
#include "compiler/codegen/ptx/passes/global_pointers.hpp"
#include "compiler/codegen/ptx/passes/read_only_loads.hpp"
#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/captures/separate_captures.hpp"
#include "compiler/passes/coarsen.hpp"
#include "compiler/passes/front/normalise_host_flags.hpp"
#include "compiler/verify.hpp"
#include "ndweave/builtins.h"

namespace ndweave::compiler {
namespace {

using namespace ptx;

/// From an entry that gets its functor's address to a kernel that gets the functor, with PTX's registers as ids.
std::vector<pipeline_step> steps_to_kernel(const compilation& job, const llvm::Function& entry) {
    const bool flushes = job.has(NDW_COMPILE_FAST_MATH) || may_flush_subnormals(entry);
    return {
        {"ptx-retarget", flushes ? "ptx-forget-host,ptx-flush-subnormals" : "ptx-forget-host"},
        {"ptx-kernel", "coarsen,restrict-printing,ptx-make-kernel,ptx-lower-builtins"},
    };
}

/// Promotes what can be promoted, and brings loops into the form that trip counts are read from.
constexpr const char* clean_up =
    "sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,lcssa,"
    "loop(loop-rotate)";

std::string global_pointers_of(const compilation& job) {
    return "ptx-global-pointers<" + std::to_string(job.request.variant.pointer_alignment) + ">";
}

/// Earlier architectures have no arithmetic of bfloats.
constexpr unsigned first_with_bfloats = 80;

const char* expand_bfloats(unsigned sm) { return sm < first_with_bfloats ? "bfloat-arithmetic," : ""; }

const char* round_to_bfloats(unsigned sm) { return sm < first_with_bfloats ? "" : "function(ptx-round-to-bfloats),"; }

std::vector<pipeline_step> steps_before_libdevice(const compilation& job, unsigned sm) {
    const std::string pointers = global_pointers_of(job);
    const std::string bfloats = std::string(expand_bfloats(sm)) + round_to_bfloats(sm);
    const std::string fast = job.has(NDW_COMPILE_FAST_MATH) ? "fast-math," : "";
    return {
        // At once: InstCombine would take the functor's address space away again.
        {"ptx-address-spaces", "ptx-place-globals,function(" + pointers + ")"},
        {"ptx-clean-up", std::string("function(") + clean_up + ",ptx-captured-copies," + pointers +
                             ",private-array-loops,ptx-expand-copies)"},
        {"ptx-arithmetic", bfloats + "ptx-allow-contraction," + fast + "ptx-approximate-functions,ptx-call-libdevice"},
    };
}

/// The last one makes what LLVM 19's back end lacks, drops or makes badly.
std::vector<pipeline_step> steps_behind_libdevice(const compilation& job, unsigned sm) {
    const std::string conversions = "wide-conversions<" + std::to_string(job.on.can.converted_bits) + ">,";
    return {
        {"ptx-o3", "ptx-answer-reflection<" + std::to_string(sm) +
                       ">,ptx-own-libdevice,ptx-hold-returns,ptx-o3,ptx-release-returns,function(simplifycfg," +
                       global_pointers_of(job) + ",ptx-read-only-loads),ptx-allow-more-unrolling"},
        {"ptx-instructions",
         "ptx-drop-scratch-barriers,ptx-lower-private-atomics,function(atomic-expand),ptx-lower-atomics,ptx-lower-"
         "copysign,ptx-signed-"
         "conditions," +
             conversions + expand_bfloats(sm) +
             "ptx-odd-globals,ptx-functor-pointers,function(ptx-separable-extensions,ptx-join-conditions)"},
    };
}

llvm::Expected<artifact> compile(std::unique_ptr<llvm::Module> owned, compilation& job) {
    llvm::Module& module = *owned;
    std::string why;
    const auto machine = make_machine(job.request.arch, job.has(NDW_COMPILE_FAST_MATH), why);
    if (!machine) return unsupported("kernel '" + job.kernel() + "' cannot be compiled for target ptx: " + why);
    const unsigned sm = sm_of(*machine);
    pass_options for_gpu;
    for_gpu.machine = machine.get();
    artifact made;

    set_target(module, *machine);
    if (llvm::Error error = job.run(steps_to_kernel(job, *kernel_of(module)), module, for_gpu)) return error;
    llvm::Function& kernel = *kernel_of(module);
    if (const std::string name = unknown_builtin(kernel); !name.empty())
        return job.refuse("calls " + name + ", a builtin that this target does not know");
    made.scratch_bytes = scratch_bytes_of(kernel);
    made.uses_barrier = has_barrier(kernel);
    if (llvm::Error error = job.run(steps_before_libdevice(job, sm), module, for_gpu)) return error;
    if (llvm::Error error = job.step("ptx-libdevice", module, link_libdevice))
        return job.refuse(describe(std::move(error)).second);
    if (llvm::Error error = job.run(steps_behind_libdevice(job, sm), module, for_gpu)) return error;
    if (std::string text = find_unsupported(module); !text.empty()) return job.refuse(text);
    made.entry_name = kernel.getName().str();
    made.parameters = parameters_of(kernel);
    made.aligned_pointers = aligned_pointers_of(kernel);
    const distinct_pointers relied_on = distinct_pointers::of(kernel);
    made.distinct_pointers = relied_on.offsets;
    made.written_pointer_count = relied_on.written;
    made.coarsening = is_coarse(kernel) ? coarsening : 1;
    made.sub_group_size = warp_size;
    if (llvm::Error error = job.step("ptx-emit", module, [&](llvm::Module& m) -> llvm::Error {
            if (llvm::Error malformed = verify(m)) return malformed;
            return emit_ptx(m, *machine).moveInto(made.code);
        })) {
        return error;
    }
    job.dump_code(made.code, "ptx");
    return made;
}

bool provides(llvm::StringRef name) { return !libdevice_name(name).empty(); }

std::uint32_t sub_group_size(const ndw_compile_request&) { return warp_size; }

}  // namespace

const target ptx_target = {"ptx",    NDWEAVE_TARGET_GPU, {.int128 = true}, sub_group_size,
                           provides, [] { return 64u; }, compile};

}  // namespace ndweave::compiler
