#include "compiler/codegen/ptx/ptx_target.hpp"

#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include "compiler/codegen/ptx/atomics.hpp"
#include "compiler/codegen/ptx/check.hpp"
#include "compiler/codegen/ptx/emit.hpp"
#include "compiler/codegen/ptx/floating_point.hpp"
#include "compiler/codegen/ptx/functor_pointers.hpp"
#include "compiler/codegen/ptx/global_pointers.hpp"
#include "compiler/codegen/ptx/kernel_function.hpp"
#include "compiler/codegen/ptx/libdevice.hpp"
#include "compiler/codegen/ptx/lower_builtins.hpp"
#include "compiler/codegen/ptx/math_names.hpp"
#include "compiler/codegen/ptx/pass_runner.hpp"
#include "compiler/codegen/ptx/read_only_loads.hpp"
#include "compiler/codegen/ptx/retarget.hpp"
#include "compiler/passes/clean_up/bfloat_arithmetic.hpp"
#include "compiler/passes/clean_up/wide_conversions.hpp"
#include "compiler/passes/private/private_array_loops.hpp"
#include "compiler/verify.hpp"
#include "ndweave/builtins.h"

namespace ndweave::compiler {
namespace {

using namespace ptx;

/// Promotes what can be promoted, and brings loops into the form that trip counts are read from.
llvm::FunctionPassManager clean_up() {
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass(true));
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::LoopSimplifyPass());
    passes.addPass(llvm::LCSSAPass());
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LoopRotatePass()));
    return passes;
}

unsigned sm_of(const llvm::TargetMachine& machine) {
    unsigned sm = 0;
    machine.getTargetCPU().drop_front(3).getAsInteger(10, sm);
    return sm;
}

/// Earlier architectures have no arithmetic of bfloats.
constexpr unsigned first_with_bfloats = 80;

void optimise(llvm::Module& module, pass_runner& passes) {
    passes.run(module, passes.builder().buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3));
}

llvm::Expected<artifact> compile(std::unique_ptr<llvm::Module> owned, compilation& job) {
    llvm::Module& module = *owned;
    const bool fast_math = job.has(NDW_COMPILE_FAST_MATH);
    std::string why;
    const auto machine = make_target_machine(job.request.arch, fast_math, why);
    if (!machine) return unsupported("kernel '" + job.kernel() + "' cannot be compiled for target ptx: " + why);

    pass_runner passes(*machine);
    kernel_function kernel;
    builtin_use use;
    artifact result;
    job.transform("ptx-retarget", module, [&](llvm::Module& m) { retarget(m, *machine, fast_math); });
    job.transform("ptx-kernel", module, [&](llvm::Module& m) {
        llvm::Function& entry = *job.entry(m);
        kernel = make_kernel(entry, job.request);
        if (entry.use_empty()) entry.eraseFromParent();
        use = lower_builtins(kernel, job.request);
    });
    if (!use.unknown.empty()) return job.refuse("calls " + use.unknown + ", a builtin that this target does not know");
    // At once: InstCombine would take the functor's address space away again.
    job.transform("ptx-address-spaces", module, [&](llvm::Module& m) {
        place_globals(m);
        infer_global_pointers(kernel, passes, job.request.variant.pointer_alignment);
    });
    job.transform("ptx-clean-up", module, [&](llvm::Module&) {
        passes.run(*kernel.function, clean_up());
        infer_global_pointers(kernel, passes, job.request.variant.pointer_alignment);
    });
    job.transform("ptx-private-arrays", module, [&](llvm::Module&) {
        auto& loops = passes.analyses().getResult<llvm::LoopAnalysis>(*kernel.function);
        mark_private_array_loops(*kernel.function, loops,
                                 passes.analyses().getResult<llvm::ScalarEvolutionAnalysis>(*kernel.function));
    });
    job.transform("ptx-arithmetic", module, [&](llvm::Module& m) {
        if (sm_of(*machine) < first_with_bfloats) expand_bfloat_arithmetic(m);
        allow_contraction(m);
        if (fast_math) {
            allow_fast_math(*kernel.function);
            approximate_functions(*kernel.function);
        }
    });
    llvm::Error linked =
        job.step("ptx-libdevice", module, [&](llvm::Module& m) { return link_math(m, sm_of(*machine), fast_math); });
    if (linked) return job.refuse(describe(std::move(linked)).second);
    job.transform("ptx-o3", module, [&](llvm::Module& m) {
        passes.changed(*kernel.function);
        optimise(m, passes);
        infer_global_pointers(kernel, passes, job.request.variant.pointer_alignment);
        mark_read_only_loads(*kernel.function, passes);
    });
    job.transform("ptx-instructions", module, [&](llvm::Module& m) {
        lower_atomics(*kernel.function, passes);
        lower_copysign(m);
        narrow_wide_conversions(m, job.on.can.converted_bits);
        if (sm_of(*machine) < first_with_bfloats) expand_bfloat_arithmetic(m);
        reach_functor_generically(*kernel.function);
    });
    if (std::string text = find_unsupported(module); !text.empty()) return job.refuse(text);

    result.entry_name = kernel.function->getName().str();
    llvm::Error emitted = job.step("ptx-emit", module, [&](llvm::Module& m) -> llvm::Error {
        if (llvm::Error error = verify(m)) return error;
        auto text = emit_ptx(m, *machine);
        if (!text) return text.takeError();
        result.code = std::move(*text);
        return llvm::Error::success();
    });
    if (emitted) return std::move(emitted);
    job.dump_code(result.code, "ptx");
    result.parameters = std::move(kernel.parameters);
    result.aligned_pointers.assign(kernel.aligned_pointers.begin(), kernel.aligned_pointers.end());
    result.coarsening = kernel.coarsening;
    result.scratch_bytes = use.scratch_bytes;
    result.uses_barrier = use.barrier;
    result.sub_group_size = warp_size;
    return result;
}

std::string identity(const ndw_compile_request&) { return "libdevice " + find_libdevice(); }

bool provides(llvm::StringRef name) { return !libdevice_name(name).empty(); }

std::uint32_t sub_group_size(const ndw_compile_request&) { return warp_size; }

}  // namespace

const target ptx_target = {"ptx",    NDWEAVE_TARGET_GPU, {.int128 = true}, sub_group_size,
                           provides, [] { return 64u; }, identity,         compile};

}  // namespace ndweave::compiler
