#include "compiler/passes/work_item_loops.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/kernel_attributes.hpp"
#include "compiler/pass_manager/llvm_passes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/work_items/masks/masked_loops.hpp"
#include "compiler/passes/work_items/narrow_item_loops.hpp"

namespace ndweave::compiler {

using namespace llvm;

bool has_single_item(const ndw_kernel_variant& variant, std::uint32_t tile_items) {
    if (variant.kind == NDW_KERNEL_BASIC) return tile_items == 1;
    return all_of(variant.local_range, [](std::uint32_t items) { return items == 1; });
}

bool has_sub_group_operations(Function& kernel) {
    return any_of(instructions(kernel), [](const Instruction& i) {
        return is_exchange(i) || is_of_members(i) || calls(i, builtin::sub_group_barrier);
    });
}

/// From one work-item to a function of a sub-group.
static std::vector<pipeline_step> lane_loop_steps() {
    return {
        {"lanes", "choose-group-shape<1>,choose-sub-group-shape,canonical-ids"},
        {"lanes.group-invariants", "group-invariants"},
        {"lanes.simplify", "version-counters,simplify-kernel,constant-private-arrays"},
        {"lanes.separate-joins", "separate-joins"},
        {"lanes.group-invariants-again", "group-invariants"},
        {"lanes.permutes", "permutes"},
        {"lanes.mask-loops", "check-private-arrays,mask-loops,divide-into-strips<0>"},
        {"lanes.private-layout", "private-layout,split-at-barriers"},
        {"lanes.implicit-barriers", "implicit-barriers"},
        {"lanes.rematerialise", "rematerialise"},
        {"lanes.private-memory", "private-memory"},
        {"lanes.spill-values", "spill-values"},
        {"lanes.split-regions", "split-regions"},
        {"lanes.narrow-item-loops", "narrow-item-loops"},
    };
}

/// From there to one of a work-group.
static std::vector<pipeline_step> sub_group_loop_steps() {
    return {
        {"sub-groups", "sub-groups-as-items,split-at-barriers"},
        {"sub-groups.implicit-barriers", "implicit-barriers"},
        {"sub-groups.rematerialise", "rematerialise"},
        {"sub-groups.private-memory", "private-memory"},
        {"sub-groups.spill-values", "spill-values"},
        {"sub-groups.split-regions", "split-regions"},
        {"sub-groups.narrow-item-loops", "narrow-item-loops"},
    };
}

std::vector<pipeline_step> work_item_loop_steps(const work_item_loop_options& options) {
    const std::string ids = "choose-group-shape<" + std::to_string(options.tile_items) + ">,canonical-ids";
    if (options.single_item) return {{"canonical-ids", ids}, {"single-item", "single-item"}};
    if (options.sub_groups) {
        std::vector<pipeline_step> steps = lane_loop_steps();
        append_range(steps, sub_group_loop_steps());
        return steps;
    }
    return {
        {"canonical-ids", ids},
        // First: a capture that is loaded on two paths would become a PHI where they meet.
        {"group-invariants", "group-invariants"},
        {"simplify", "version-counters,simplify-kernel,constant-private-arrays"},
        {"separate-joins", "separate-joins"},
        {"group-invariants-again", "group-invariants"},
        {"mask-loops", "check-private-arrays,mask-loops"},
        {"strips", "divide-into-strips<" + std::to_string(options.wide_strip_items) + ">"},
        {"private-layout", "private-layout,split-at-barriers"},
        {"implicit-barriers", "implicit-barriers"},
        {"rematerialise", "rematerialise"},
        {"private-memory", "private-memory"},
        {"spill-values", "spill-values"},
        {"split-regions", "split-regions"},
        {"narrow-item-loops", "narrow-item-loops"},
        {"strip-loop", "strip-loop"},
    };
}

work_item_loop_result take_work_item_loop_result(Function& kernel) {
    work_item_loop_result result;
    result.heads = take_heads(kernel);
    result.implicit_barriers = static_cast<unsigned>(
        count_if(result.heads, [](const region_head& head) { return head.why == head_reason::implicit_barrier; }));
    result.masked_loops = static_cast<unsigned>(note_of(kernel, masked_loops));
    result.split_loops = static_cast<unsigned>(note_of(kernel, split_loops));
    result.strip = has_strips(kernel) ? static_cast<std::uint32_t>(group_shape::of(kernel).items()) : 0;
    result.narrowed_guards = static_cast<unsigned>(note_of(kernel, narrowed_guards));
    result.arena_bytes = arena_bytes(kernel);
    result.slots = slots_of(kernel);
    drop_slots(kernel);
    if (has_divergent_lanes(kernel))
        result.remarks.push_back(
            "operations of sub-groups may be reached by a part of the lanes: each goes its own way");
    if (has_divergent_barriers(kernel))
        result.remarks.push_back("a barrier is reached under divergent control: every value is kept per work-item");
    return result;
}

Expected<work_item_loop_result> form_work_item_loops(Function& kernel, const work_item_loop_options& options) {
    pass_outcome outcome;
    pass_options with;
    with.outcome = &outcome;
    std::string passes;
    for (const pipeline_step& step : work_item_loop_steps(options)) passes += (passes.empty() ? "" : ",") + step.passes;
    run_passes(*kernel.getParent(), passes, with);
    if (!outcome.error.empty()) return createStringError(outcome.error);
    return take_work_item_loop_result(kernel);
}

}  // namespace ndweave::compiler
