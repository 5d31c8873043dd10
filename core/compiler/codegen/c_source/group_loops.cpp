#include "compiler/codegen/c_source/group_loops.hpp"
#include "compiler/codegen/host/tuning.hpp"

#include <map>
#include <stdexcept>

#include "compiler/codegen/c_source/tiles.hpp"
#include "compiler/codegen/c_source/unknown_zero.hpp"
#include "compiler/llvm_passes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/loops/access_groups.hpp"
#include "compiler/passes/loops/hoist_scalars.hpp"
#include "compiler/passes/work_item_loops.hpp"
#include "compiler/passes/workarounds/pin_strided_accesses.hpp"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace ndweave::compiler::c_source_detail {
namespace {

using namespace llvm;

/// Of basic kernels a tile of a row of the group, of which the last ones may have fewer work-items.
work_item_loop_options options_of(const ndw_compile_request& request) {
    const std::uint32_t* const range = request.variant.local_range;
    work_item_loop_options options;
    options.functor_size = request.functor_size;
    options.tile_items = std::min(range[0], host::tuning_of("").tile_items);
    options.single_item =
        (request.variant.kind == NDW_KERNEL_BASIC ? options.tile_items
                                                  : std::uint64_t{range[0]} * range[1] * range[2]) == 1;
    return options;
}

/// Each part of the arena becomes an array of its own, from one offset to the next.
void place_arena(Function& kernel, std::uint64_t bytes) {
    const SmallVector<CallInst*> calls = calls_of(kernel, builtin::arena);
    const auto offset_of = [](const CallInst* call) {
        return cast<ConstantInt>(call->getArgOperand(0))->getZExtValue();
    };
    std::map<std::uint64_t, AllocaInst*> parts;
    for (const CallInst* call : calls) parts[offset_of(call)] = nullptr;
    IRBuilder<> at(&kernel.getEntryBlock(), kernel.getEntryBlock().begin());
    for (auto part = parts.begin(); part != parts.end(); ++part) {
        const auto next = std::next(part);
        const std::uint64_t size = (next == parts.end() ? bytes : next->first) - part->first;
        part->second = at.CreateAlloca(ArrayType::get(at.getInt8Ty(), size), nullptr, "arena");
        part->second->setAlignment(Align(64));
    }
    for (CallInst* call : calls) {
        call->replaceAllUsesWith(parts[offset_of(call)]);
        call->eraseFromParent();
    }
}

InstCombinePass combine() { return InstCombinePass(InstCombineOptions().setVerifyFixpoint(false)); }

void clean_up(Function& kernel) {
    FunctionPassManager passes = hoist_scalars();
    passes.addPass(EarlyCSEPass(true));
    passes.addPass(combine());
    passes.addPass(SimplifyCFGPass());
    passes.addPass(LoopSimplifyPass());
    passes.addPass(createFunctionToLoopPassAdaptor(LoopDeletionPass()));
    passes.addPass(SimplifyCFGPass());
    passes.addPass(LoopSimplifyPass());
    passes.addPass(restore_access_groups());
    run_passes(kernel, std::move(passes));
}

/// `address`, as far as it is known to differ from one work-item to the next by anything.
void hide_strides(Function& kernel) {
    CallInst* zero = nullptr;
    FunctionPassManager passes;
    passes.addPass(pin_strided_accesses([&](Instruction& access, unsigned operand, Loop& loop) {
        if (zero == nullptr) zero = call_of_zero(kernel);
        PHINode& item = *find_if(loop.getHeader()->phis(), [](const PHINode& p) { return p.getType()->isIntegerTy(); });
        IRBuilder<> at(&access);
        Value* const hidden = at.CreateAnd(at.CreateZExtOrTrunc(&item, zero->getType()), zero);
        access.setOperand(operand, at.CreatePtrAdd(access.getOperand(operand), at.CreateZExt(hidden, at.getInt64Ty())));
    }));
    run_passes(kernel, std::move(passes));
}

}  // namespace

void form_group_loops(emission& e) {
    const work_item_loop_options options = options_of(e.request);
    e.result.uses_barrier = !calls_of(e.entry, builtin::barrier).empty();
    Expected<work_item_loop_result> made = form_work_item_loops(e.entry, options);
    if (!made) throw std::logic_error(toString(made.takeError()));
    if (e.request.variant.kind == NDW_KERNEL_BASIC) {
        const std::uint32_t tile = made->strip != 0 ? made->strip : options.tile_items;
        loop_over_tiles(e.entry, e.request, {tile, made->strip != 0});
    }
    e.runs_groups = true;
    place_arena(e.entry, made->arena_bytes);
    clean_up(e.entry);
    hide_strides(e.entry);
}

bool is_parallel(const Loop& loop) { return loop.isInnermost() && loop.isAnnotatedParallel(); }

}  // namespace ndweave::compiler::c_source_detail
