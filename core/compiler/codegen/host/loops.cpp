#include "compiler/codegen/host/loops.hpp"
#include "compiler/codegen/host/tuning.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/Alignment.h>

#include "compiler/builtins.hpp"
#include "compiler/codegen/host/machine.hpp"
#include "compiler/codegen/host/streams.hpp"
#include "compiler/passes/work_item_loops.hpp"

namespace ndweave::compiler::host {
namespace {

constexpr std::uint64_t scratch_per_item = 16;  // bytes, see builtins.h

bool has_loops_or_private_arrays(llvm::Function& kernel) {
    const llvm::DominatorTree dominators(kernel);
    const llvm::LoopInfo loops(dominators);
    return !loops.empty() || llvm::any_of(llvm::instructions(kernel),
                                          [](const llvm::Instruction& i) { return llvm::isa<llvm::AllocaInst>(i); });
}

work_item_loop_options loop_options(const compilation& job, const wrap_options& wrap) {
    work_item_loop_options options;
    options.dimensions = job.request.variant.dimensions;
    options.sub_group_size = job.on.sub_group_size(job.request);
    options.functor_size = wrap.functor_size;
    options.dynamic_extent = wrap.box == box_of::tiles;
    options.check = job.has(NDW_COMPILE_CHECK);
    options.small_ids = wrap.small_ids;
    options.observer = job.observer;
    options.many_registers = target_cpu().vector_bits == 512;
    for (unsigned axis = 0; axis < job.request.variant.dimensions; ++axis) {
        options.local_range[axis] = options.dynamic_extent ? wrap.tile[axis] : job.request.variant.local_range[axis];
    }
    return options;
}

llvm::json::Array heads_of(const work_item_loop_result& result) {
    llvm::json::Array heads;
    for (const region_head& head : result.heads) {
        llvm::json::Object one{{"after", head.why == region_head::reason::kernel_start ? "the kernel's start"
                                         : head.why == region_head::reason::barrier    ? "a barrier"
                                                                                       : "an implicit barrier"}};
        if (head.line != 0) {
            one["file"] = llvm::json::fixUTF8(head.file);
            one["line"] = head.line;
        }
        heads.push_back(std::move(one));
    }
    return heads;
}

void report_loops(report& notes, const work_item_loop_result& result) {
    notes.set("heads", heads_of(result));
    notes.set("regions", static_cast<std::int64_t>(result.regions));
    notes.set("implicit_barriers", static_cast<std::int64_t>(result.implicit_barriers));
    notes.set("masked_loops", static_cast<std::int64_t>(result.masked_loops));
    notes.set("split_loops", static_cast<std::int64_t>(result.split_loops));
    notes.set("strip", static_cast<std::int64_t>(result.strip));
    notes.set("narrowed_guards", static_cast<std::int64_t>(result.narrowed_guards));
    llvm::json::Array slots;
    for (const work_item_slot& slot : result.slots) {
        slots.push_back(llvm::json::Object{{"name", llvm::json::fixUTF8(slot.name)},
                                           {"bytes", static_cast<std::int64_t>(slot.bytes)},
                                           {"uniform", slot.uniform}});
    }
    notes.set("slots", std::move(slots));
    for (const std::string& remark : result.remarks) notes.add_remark("note", remark);
}

void report_strategy(compilation& job, artifact& made, ndw_strategy strategy, const char* reason) {
    made.strategy = strategy;
    job.notes.set("strategy", strategy == NDW_STRATEGY_CBS ? "cbs" : "loop");
    made.reason = reason;
    job.notes.set("reason", reason);
}

/// Bytes of group scratch that the kernel needs behind its other arena memory.
std::uint64_t scratch_bytes(llvm::Function& kernel, const work_item_loop_options& options) {
    if (calls_of(*kernel.getParent(), "__ndweave_group_scratch").empty()) return 0;
    return scratch_per_item * options.local_range[0] * options.local_range[1] * options.local_range[2];
}

llvm::Error form_item_loops(llvm::Function& kernel, compilation& job, artifact& made, wrap_options& wrap) {
    const work_item_loop_options options = loop_options(job, wrap);
    auto result = form_work_item_loops(kernel, options);
    if (!result) return result.takeError();
    if (result->has_barrier && job.request.variant.strategy == NDW_STRATEGY_LOOP) {
        return job.refuse("has a barrier, which strategy 'loop' cannot run: use cbs or auto");
    }
    wrap.arena_bytes = llvm::alignTo(result->arena_bytes, 64);
    made.arena_bytes = wrap.arena_bytes + scratch_bytes(kernel, options);
    made.uses_barrier = result->has_barrier ? 1 : 0;
    report_loops(job.notes, *result);
    if (wrap.box == box_of::tiles && result->strip != 0) {
        wrap.tile[0] = result->strip;
        wrap.full_tiles = true;
    }
    if (result->has_barrier) {
        report_strategy(job, made, NDW_STRATEGY_CBS, "the kernel has barriers");
    } else if (job.request.variant.strategy == NDW_STRATEGY_CBS) {
        report_strategy(job, made, NDW_STRATEGY_CBS, "strategy 'cbs' was asked for");
    } else if (result->implicit_barriers != 0) {
        report_strategy(job, made, NDW_STRATEGY_LOOP,
                        "the kernel has no barrier; split at loops or branches that all work-items take alike");
    } else {
        report_strategy(job, made, NDW_STRATEGY_LOOP, "the kernel has no barrier");
    }
    return llvm::Error::success();
}

}  // namespace

llvm::Expected<wrap_options> form_loops(llvm::Function& kernel, compilation& job, artifact& made) {
    wrap_options wrap;
    wrap.dimensions = job.request.variant.dimensions;
    wrap.functor_size = job.request.functor_size;
    wrap.small_ids = job.has(NDW_COMPILE_SMALL_IDS);
    wrap.streams = job.has(NDW_COMPILE_STREAMING_STORES) && !job.has(NDW_COMPILE_CHECK) &&
                   job.request.variant.pointer_alignment >= stream_alignment;
    if (job.request.variant.kind == NDW_KERNEL_SINGLE_TASK) {
        wrap.box = box_of::nothing;
        report_strategy(job, made, NDW_STRATEGY_LOOP, "a single task");
        return wrap;
    }
    const bool straight_line = job.request.variant.kind == NDW_KERNEL_BASIC && !job.has(NDW_COMPILE_CHECK) &&
                               !has_loops_or_private_arrays(kernel);
    if (straight_line && job.request.variant.strategy != NDW_STRATEGY_CBS) {
        wrap.box = box_of::work_items;
        wrap.independent = parallel_body(kernel);
        report_strategy(job, made, NDW_STRATEGY_LOOP, "straight-line code: one flat loop");
        return wrap;
    }
    wrap.box = job.request.variant.kind == NDW_KERNEL_BASIC ? box_of::tiles : box_of::work_groups;
    if (wrap.box == box_of::tiles) wrap.tile[0] = target_tuning().tile_items;
    if (llvm::Error error = form_item_loops(kernel, job, made, wrap)) return error;
    return wrap;
}

}  // namespace ndweave::compiler::host
