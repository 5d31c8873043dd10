#include "compiler/codegen/host/entry/loops.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/Alignment.h>

#include <algorithm>

#include "compiler/builtins.hpp"
#include "compiler/codegen/host/entry/streams.hpp"
#include "compiler/codegen/host/machine.hpp"
#include "compiler/codegen/host/tuning.hpp"
#include "compiler/passes/work_item_loops.hpp"
#include "compiler/report/source_location.hpp"

namespace ndweave::compiler::host {
namespace {

constexpr std::uint64_t scratch_per_item = 16;  // bytes, see builtins.h

bool has_loops_or_private_arrays(llvm::Function& kernel) {
    const llvm::DominatorTree dominators(kernel);
    const llvm::LoopInfo loops(dominators);
    return !loops.empty() || llvm::any_of(llvm::instructions(kernel),
                                          [](const llvm::Instruction& i) { return llvm::isa<llvm::AllocaInst>(i); });
}

llvm::json::Array heads_of(const work_item_loop_result& result) {
    llvm::json::Array heads;
    for (const region_head& head : result.heads) {
        llvm::json::Object one{{"after", head.why == head_reason::kernel_start ? "the kernel's start"
                                         : head.why == head_reason::barrier    ? "a barrier"
                                                                               : "an implicit barrier"}};
        if (const llvm::DILocation* const place = user_location(head.where); place && place->getLine() != 0) {
            one["file"] = llvm::json::fixUTF8(place->getFilename());
            one["line"] = place->getLine();
        }
        heads.push_back(std::move(one));
    }
    return heads;
}

void report_loops(report& notes, const work_item_loop_result& result) {
    notes.set("heads", heads_of(result));
    notes.set("regions", static_cast<std::int64_t>(std::max<std::size_t>(result.heads.size(), 1)));
    notes.set("implicit_barriers", static_cast<std::int64_t>(result.implicit_barriers));
    notes.set("masked_loops", static_cast<std::int64_t>(result.masked_loops));
    notes.set("split_loops", static_cast<std::int64_t>(result.split_loops));
    notes.set("strip", static_cast<std::int64_t>(result.strip));
    notes.set("narrowed_guards", static_cast<std::int64_t>(result.narrowed_guards));
    llvm::json::Array slots;
    for (const work_item_slot& slot : result.slots) {
        slots.push_back(llvm::json::Object{{"name", llvm::json::fixUTF8(slot.name)},
                                           {"bytes", static_cast<std::int64_t>(slot.bytes)},
                                           {"uniform", slot.where == work_item_slot::place::group}});
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
std::uint64_t scratch_bytes(llvm::Function& kernel) {
    if (calls_of(*kernel.getParent(), "__ndweave_group_scratch").empty()) return 0;
    return scratch_per_item * group_shape::of_group(kernel).items();
}

const char* reason_for_loops(const compilation& job, const artifact& made, const work_item_loop_result& result) {
    if (made.uses_barrier != 0) return "the kernel has barriers";
    if (job.request.variant.strategy == NDW_STRATEGY_CBS) return "strategy 'cbs' was asked for";
    if (result.implicit_barriers != 0)
        return "the kernel has no barrier; split at loops or branches that all work-items take alike";
    return "the kernel has no barrier";
}

}  // namespace

llvm::Expected<wrap_options> choose_loops(llvm::Function& kernel, compilation& job, artifact& made) {
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
    wrap.sub_groups = wrap.box == box_of::work_groups && has_sub_group_operations(kernel);
    made.uses_barrier = calls_of(*kernel.getParent(), "__ndweave_barrier").empty() ? 0 : 1;
    if (made.uses_barrier != 0 && job.request.variant.strategy == NDW_STRATEGY_LOOP)
        return job.refuse("has a barrier, which strategy 'loop' cannot run: use cbs or auto");
    return wrap;
}

std::vector<pipeline_step> steps_of_loops(const compilation& job, const wrap_options& wrap) {
    if (wrap.box != box_of::tiles && wrap.box != box_of::work_groups) return {};
    const std::uint32_t strip = target_tuning().strip_items;
    work_item_loop_options options;
    options.tile_items = wrap.tile[0];
    options.wide_strip_items = target_cpu().vector_bits == 512 ? 2 * strip : strip;  // 32 registers of 512 bits
    options.single_item = has_single_item(job.request.variant, options.tile_items);
    options.sub_groups = wrap.sub_groups;
    return work_item_loop_steps(options);
}

void note_loops(llvm::Function& kernel, compilation& job, artifact& made, wrap_options& wrap) {
    if (wrap.box != box_of::tiles && wrap.box != box_of::work_groups) return;
    const work_item_loop_result result = take_work_item_loop_result(kernel);
    wrap.arena_bytes = llvm::alignTo(result.arena_bytes, 64);
    made.arena_bytes = wrap.arena_bytes + scratch_bytes(kernel);
    report_loops(job.notes, result);
    if (wrap.box == box_of::tiles && result.strip != 0) {
        wrap.tile[0] = result.strip;
        wrap.full_tiles = true;
    }
    const bool cbs = made.uses_barrier != 0 || job.request.variant.strategy == NDW_STRATEGY_CBS;
    report_strategy(job, made, cbs ? NDW_STRATEGY_CBS : NDW_STRATEGY_LOOP, reason_for_loops(job, made, result));
}

}  // namespace ndweave::compiler::host
