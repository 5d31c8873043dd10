#include "compiler/codegen/host/optimise.hpp"

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopDeletion.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include "compiler/codegen/host/machine.hpp"
#include "compiler/codegen/host/spell_out_gathers.hpp"
#include "compiler/error.hpp"
#include "compiler/llvm_passes.hpp"
#include "compiler/passes/loops/access_groups.hpp"
#include "compiler/passes/loops/extremes.hpp"
#include "compiler/passes/loops/hoist_parallel_loads.hpp"
#include "compiler/passes/loops/hoist_scalars.hpp"
#include "compiler/passes/loops/merge_scatters.hpp"
#include "compiler/passes/loops/narrow_integers.hpp"
#include "compiler/passes/loops/narrow_item_loops.hpp"
#include "compiler/passes/loops/short_periods.hpp"
#include "compiler/passes/loops/step_products.hpp"
#include "compiler/passes/workarounds/always_check_overlaps.hpp"
#include "compiler/passes/workarounds/choose_before_blending.hpp"
#include "compiler/passes/workarounds/clear_upper_mask_bits.hpp"
#include "compiler/passes/workarounds/drop_undefined_gathers.hpp"
#include "compiler/passes/workarounds/fuse_halves_in_double.hpp"
#include "compiler/passes/workarounds/hoist_guarded_divisions.hpp"
#include "compiler/passes/workarounds/keep_wrap_checks.hpp"
#include "compiler/passes/workarounds/pin_strided_accesses.hpp"

namespace ndweave::compiler::host {
namespace {

constexpr unsigned largest_full_unroll = 64;

llvm::InstCombinePass combine() { return llvm::InstCombinePass(llvm::InstCombineOptions().setVerifyFixpoint(false)); }

llvm::LoopUnrollOptions full_unrolling() {
    return llvm::LoopUnrollOptions(3)
        .setFullUnrollMaxCount(largest_full_unroll)
        .setPartial(false)
        .setRuntime(false)
        .setPeeling(false)
        .setUpperBound(false);
}

void hoist_invariants(llvm::FunctionPassManager& passes) {
    llvm::LoopPassManager loops;
    loops.addPass(llvm::LICMPass(llvm::LICMOptions()));
    loops.addPass(llvm::IndVarSimplifyPass());
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops), true));
}

/// As LLVM does itself between the passes that prepare a loop for its vectorizer and that: a loop around one that goes
/// away then would be vectorized unprepared.
void delete_dead_loops(llvm::FunctionPassManager& passes) {
    llvm::LoopPassManager loops;
    loops.addPass(llvm::LoopRotatePass());
    loops.addPass(llvm::LoopDeletionPass());
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops)));
}

}  // namespace

void prepare(llvm::Module& module, llvm::TargetMachine& machine) {
    pass_options options;
    options.machine = &machine;
    run_function_passes(
        module,
        [](llvm::FunctionPassManager& passes) {
            hoist_invariants(passes);
            passes.addPass(llvm::LoopUnrollPass(full_unrolling()));
            passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
            passes.addPass(combine());
            hoist_invariants(passes);
            passes.addPass(llvm::GVNPass());
            passes.addPass(combine());
            passes.addPass(llvm::SimplifyCFGPass());
            passes.addPass(llvm::ADCEPass());
            passes.addPass(llvm::LoopSimplifyPass());
            passes.addPass(llvm::LCSSAPass());
        },
        options);
}

void optimise(llvm::Module& module, llvm::TargetMachine& machine, vector_library library, pass_limit* limit) {
    always_check_overlaps();
    const llvm::TargetLibraryInfoImpl functions = library_info(machine.getTargetTriple(), library);
    pass_options options;
    options.machine = &machine;
    options.library = &functions;
    options.limit = limit;
    run_module_passes(
        module,
        [](llvm::PassBuilder& builder, llvm::ModulePassManager& passes) {
            passes.addPass(llvm::AlwaysInlinerPass());
            passes.addPass(llvm::createModuleToFunctionPassAdaptor(hoist_scalars()));
            builder.registerVectorizerStartEPCallback(
                [](llvm::FunctionPassManager& on_function, llvm::OptimizationLevel) {
                    delete_dead_loops(on_function);
                    on_function.addPass(llvm::LoopSimplifyPass());
                    on_function.addPass(restore_access_groups());
                    on_function.addPass(hoist_guarded_divisions());
                    on_function.addPass(narrow_integers());
                    on_function.addPass(expose_extremes());
                    on_function.addPass(short_periods());
                    on_function.addPass(step_products());
                    on_function.addPass(pin_strided_accesses());
                    on_function.addPass(keep_wrap_checks());
                });
            passes.addPass(builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3));
            passes.addPass(llvm::createModuleToFunctionPassAdaptor(lower_extremes()));
            passes.addPass(llvm::createModuleToFunctionPassAdaptor(unpin_strided_accesses()));
            if (target_cpu().vector_bits == 512) {
                passes.addPass(llvm::createModuleToFunctionPassAdaptor(
                    merge_scatters(has_slow_gathers(target_cpu().name) ? 2 : 1)));
            }
            passes.addPass(llvm::createModuleToFunctionPassAdaptor(hoist_parallel_loads()));
        },
        options);
}

llvm::Expected<std::string> generate_object(llvm::Module& module, llvm::TargetMachine& machine) {
    run_function_passes(module, [](llvm::FunctionPassManager& passes) { passes.addPass(drop_undefined_gathers()); });
    if (target_cpu().vector_bits == 512) {
        run_function_passes(module, [](llvm::FunctionPassManager& passes) {
            passes.addPass(choose_before_blending());
            passes.addPass(clear_upper_mask_bits());
        });
    }
    if (!machine.getMCSubtargetInfo()->checkFeatures("+avx512fp16")) {
        run_function_passes(module, [](llvm::FunctionPassManager& passes) { passes.addPass(fuse_halves_in_double()); });
    }
    llvm::SmallVector<char, 0> bytes;
    llvm::raw_svector_ostream out(bytes);
    llvm::legacy::PassManager passes;
    if (machine.addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::ObjectFile)) {
        return failed("LLVM cannot write object files for this CPU");
    }
    passes.run(module);
    return std::string(bytes.begin(), bytes.end());
}

}  // namespace ndweave::compiler::host
