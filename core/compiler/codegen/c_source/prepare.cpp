#include <stdexcept>

#include "compiler/analysis_managers.hpp"
#include "compiler/builtins.hpp"
#include "compiler/codegen/c_source/doubling_recurrences.hpp"
#include "compiler/codegen/c_source/emission.hpp"
#include "compiler/codegen/c_source/group_loops.hpp"
#include "compiler/codegen/c_source/wrapping_counters.hpp"
#include "compiler/codegen/c_source/written_out_blocks.hpp"
#include "compiler/llvm_passes.hpp"
#include "compiler/passes/workarounds/hoist_guarded_divisions.hpp"
#include "compiler/passes/workarounds/instrument.hpp"
#include "compiler/verify.hpp"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

namespace ndweave::compiler::c_source_detail {
namespace {

/// Scalar values out of memory, short loops over dimensions unrolled, and no more: the driver's compiler optimises.
constexpr const char* to_scalars =
    "always-inline,"
    "function(sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,lcssa)";
constexpr const char* unroll =
    "function(loop-simplify,lcssa,loop(loop-rotate,loop-unroll-full),"
    "sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,dce)";

void mark_for_inlining(llvm::Module& module) {
    for (llvm::Function& f : module) {
        f.removeFnAttr(llvm::Attribute::OptimizeNone);
        f.removeFnAttr(llvm::Attribute::NoInline);
        if (f.isDeclaration()) {
            const llvm::StringRef name = f.getName();
            if (name.contains("barrier") || name.contains("shuffle")) f.setConvergent();
        } else {
            f.addFnAttr(llvm::Attribute::AlwaysInline);
            f.setConvergent();
        }
    }
}

void clean_up(emission& e) {
    between_passes between;
    llvm::PassBuilder builder(nullptr, llvm::PipelineTuningOptions(), std::nullopt, &between);
    analysis_managers analyses;
    analyses.register_all(builder);
    const auto run = [&](const char* pipeline) {
        llvm::ModulePassManager passes;
        expect_parsed(builder.parsePassPipeline(passes, pipeline));
        passes.run(e.module, analyses.modules);
    };
    run(to_scalars);
    keep_doubling_loops(analyses.functions.getResult<llvm::LoopAnalysis>(e.entry),
                        analyses.functions.getResult<llvm::ScalarEvolutionAnalysis>(e.entry));
    run(unroll);
}

/// The functor is read-only and nobody else's: lets loads move and copies of captured arrays disappear.
void describe_functor(emission& e) {
    llvm::Argument* functor = e.entry.getArg(0);
    functor->addAttr(llvm::Attribute::NoAlias);
    functor->addAttr(llvm::Attribute::ReadOnly);
    functor->addAttr(llvm::Attribute::getWithAlignment(e.module.getContext(), llvm::Align(16)));
    if (e.request.functor_size) {
        functor->addAttr(llvm::Attribute::getWithDereferenceableBytes(e.module.getContext(), e.request.functor_size));
    }
}

/// An implementation of OpenCL on a CPU (PoCL 3.1) takes a barrier that some path to the kernel's end leaves out for
/// one under a condition, and has all work-items go the first one's way from there: wrong where that path is never
/// taken but other branches differ. So in kernels with barriers nothing ends in a trap.
void drop_traps(emission& e) {
    if (!e.dialect.is_opencl || calls_of(e.module, "__ndweave_barrier").empty()) return;
    llvm::SmallVector<llvm::Instruction*> traps;
    for (llvm::Function& f : e.module) {
        for (llvm::Instruction& i : llvm::instructions(f)) {
            const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
            if (call && call->getIntrinsicID() == llvm::Intrinsic::trap) traps.push_back(&i);
        }
    }
    for (llvm::Instruction* trap : traps) trap->eraseFromParent();  // simplifycfg then drops the way to it
}

/// In loops over work-items that of one ends there instead, so that the others run.
void end_items_at_traps(llvm::Function& entry) {
    llvm::SmallVector<llvm::Instruction*> traps;
    for (llvm::Instruction& i : llvm::instructions(entry)) {
        const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
        if (call && call->getIntrinsicID() == llvm::Intrinsic::trap) traps.push_back(&i);
    }
    for (llvm::Instruction* trap : traps) {
        llvm::BasicBlock* const block = trap->getParent();
        block->splitBasicBlock(trap);
        llvm::ReplaceInstWithInst(block->getTerminator(), llvm::ReturnInst::Create(entry.getContext()));
    }
    llvm::removeUnreachableBlocks(entry);
}

/// And no kernel has a `default` that cannot be reached: the last case is the default.
void drop_unreachable_defaults(llvm::Function& entry) {
    for (llvm::BasicBlock& block : entry) {
        auto* const choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
        if (choice == nullptr || !choice->defaultDestUndefined() || choice->getNumCases() == 0) continue;
        const auto last = std::prev(choice->case_end());
        llvm::BasicBlock* const successor = last->getCaseSuccessor();
        choice->getDefaultDest()->removePredecessor(&block);
        choice->removeCase(last);
        choice->setDefaultDest(successor);
    }
    llvm::removeUnreachableBlocks(entry);
}

/// The vectorizer of PoCL's LLVM does divisions under a guard for the first lane only, as LLVM 19's does: an address
/// made of one is undefined where only other lanes are on. Those that cannot be moved stay as they were, since C has no
/// way to hide a result.
void take_divisions_out_of_loops(llvm::Function& entry) {
    llvm::FunctionPassManager passes;
    passes.addPass(hoist_guarded_divisions());
    run_passes(entry, std::move(passes));
}

void instructions_for_constant_expressions(emission& e) {
    llvm::SmallVector<llvm::Constant*> globals;
    for (llvm::GlobalVariable& g : e.module.globals()) globals.push_back(&g);
    llvm::convertUsersOfConstantsToInstructions(globals, &e.entry);
}

/// Of what was moved out of a loop, the place where it is used.
llvm::DebugLoc place_of(const llvm::Instruction& i) {
    if (i.getDebugLoc()) return i.getDebugLoc();
    for (const llvm::User* user : i.users()) {
        const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user);
        if (instruction != nullptr && instruction->getDebugLoc()) return instruction->getDebugLoc();
    }
    return {};
}

}  // namespace

void refuse(const llvm::Instruction* where, const std::string& construct) {
    throw c_source_unsupported(construct, where ? place_of(*where) : llvm::DebugLoc());
}

void prepare(emission& e) {
    mark_for_inlining(e.module);
    describe_functor(e);
    drop_traps(e);
    clean_up(e);
    drop_unreachable_defaults(e.entry);
    if (e.runs_items_in_loops()) {
        end_items_at_traps(e.entry);
        write_out_blocks(e.entry);
        if (e.request.variant.kind != NDW_KERNEL_SINGLE_TASK) form_group_loops(e);
        hide_wrapping_counters(e.entry);
        take_divisions_out_of_loops(e.entry);
    }
    instructions_for_constant_expressions(e);
    if (llvm::Error malformed = verify(e.module)) throw std::logic_error(llvm::toString(std::move(malformed)));
}

}  // namespace ndweave::compiler::c_source_detail
