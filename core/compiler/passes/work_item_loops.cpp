#include "compiler/passes/work_item_loops.hpp"
#include "compiler/codegen/host/tuning.hpp"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Verifier.h>

#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/analysis/uniformity.hpp"
#include "compiler/passes/clean_up/canonical_ids.hpp"
#include "compiler/passes/clean_up/simplify_kernel.hpp"
#include "compiler/passes/loops/group_invariants.hpp"
#include "compiler/passes/loops/masked_loops.hpp"
#include "compiler/passes/loops/narrow_item_loops.hpp"
#include "compiler/passes/loops/single_item.hpp"
#include "compiler/passes/loops/strips.hpp"
#include "compiler/passes/private/private_memory.hpp"
#include "compiler/passes/regions/implicit_barriers.hpp"
#include "compiler/passes/regions/kept_values.hpp"
#include "compiler/passes/regions/rematerialise.hpp"
#include "compiler/passes/regions/separate_joins.hpp"
#include "compiler/passes/regions/split_regions.hpp"
#include "compiler/passes/regions/sub_group_exchange.hpp"
#include "compiler/passes/step_observer.hpp"
#include "compiler/source_location.hpp"

namespace ndweave::compiler {

using namespace llvm;

static std::uint64_t group_size(const work_item_loop_options& options) {
    return std::uint64_t{options.local_range[0]} * options.local_range[1] * options.local_range[2];
}

/// Loops that the group walks together run in strips of it where there are no barriers: the shape that later steps see.
static work_item_loop_options divide(Function& kernel, const work_item_loop_options& options) {
    if (options.check) return options;  // which tells work-items by their place in the group
    if (!calls_of(kernel, builtin::barrier).empty() || !walks_loops_together(kernel)) return options;
    const host::tuning& tuned = host::target_tuning();
    const bool masked = !calls_of(kernel, builtin::group_any).empty();
    const bool wide = options.many_registers && !masked && words_through_loops(kernel) <= tuned.wide_strip_words;
    const work_item_loop_options strip = shape_of_strip(options, wide ? 2 * tuned.strip_items : tuned.strip_items);
    if (!options.dynamic_extent) count_from_strip(kernel, options, strip);
    return strip;
}

/// The heads of a plan come in the order of their reasons: start, barriers, implicit barriers.
static std::vector<region_head> describe_heads(const region_plan& plan) {
    std::vector<region_head> heads;
    const std::size_t first_implicit = plan.heads.size() - plan.implicit_barriers;
    for (BasicBlock* head : plan.heads) {
        const auto why = heads.size() >= first_implicit ? region_head::reason::implicit_barrier
                         : heads.empty()                ? region_head::reason::kernel_start
                                                        : region_head::reason::barrier;
        const DILocation* place = user_location(plan.places.lookup(head));
        heads.push_back({why, place ? place->getFilename().str() : "", place ? place->getLine() : 0});
    }
    return heads;
}

Expected<work_item_loop_result> form_work_item_loops(Function& kernel, const work_item_loop_options& options) {
    const auto done = [&](StringRef step, const work_item_loop_options& shape, bool runs_group = false) {
        if (options.observer) options.observer->after(step, kernel, shape, runs_group);
    };
    work_item_loop_result result;
    result.has_barrier = !calls_of(kernel, builtin::barrier).empty();
    if (Error error = make_ids_canonical(kernel, options)) return error;
    done("canonical-ids", options);
    if (group_size(options) == 1) {
        run_single_item(kernel);
        result.regions = 1;
        return result;
    }
    // First: a capture that is loaded on two paths would become a PHI where they meet.
    hoist_group_invariants(kernel, options.functor_size);
    done("group-invariants", options);
    simplify_kernel(kernel);
    done("simplify", options);
    separate_joins(kernel);
    done("separate-joins", options);
    hoist_group_invariants(kernel, options.functor_size);
    done("group-invariants-again", options);

    auto arrays = private_arrays(kernel);
    if (!arrays) return arrays.takeError();
    group_storage storage(kernel, group_size(options));
    if (Error error = lower_sub_group_exchange(kernel, storage, options.sub_group_size)) return error;
    done("sub-group-exchange", options);
    const masked_loops masked = mask_divergent_loops(kernel);
    result.masked_loops = masked.masked;
    result.split_loops = masked.split;
    done("mask-loops", options);
    const work_item_loop_options shape = divide(kernel, options);
    lower_id_ends(kernel, options, shape);
    done("strips", shape);
    const bool strips = group_size(shape) != group_size(options);
    storage.set_items(group_size(shape));
    const auto laid_out = lay_out_private_arrays(*arrays, group_size(shape));
    split_blocks_at_barriers(kernel);
    done("private-layout", shape);
    const uniformity values(kernel);
    region_plan plan = place_implicit_barriers(kernel, values);
    const auto planned = [&](StringRef step) {
        if (options.observer) options.observer->after(step, kernel, shape, plan);
    };
    planned("implicit-barriers");
    rematerialise(kernel, plan, values);
    planned("rematerialise");
    expand_private_memory(laid_out, storage);
    planned("private-memory");
    result.heads = describe_heads(plan);
    const auto kept = demote_kept_values(kernel, plan, values);
    planned("kept-values");
    result.regions = split_regions(kernel, plan, kept, storage, shape);
    done("split-regions", shape, true);
    result.narrowed_guards = narrow_item_loops(kernel);
    done("narrow-item-loops", shape, true);
    if (strips && !options.dynamic_extent) {
        loop_over_strips(kernel, options, shape);
        done("strip-loop", options, true);
    }

    result.strip = strips ? static_cast<std::uint32_t>(group_size(shape)) : 0;
    result.implicit_barriers = plan.implicit_barriers;
    result.arena_bytes = storage.arena_bytes();
    result.slots = storage.slots();
    if (!plan.lockstep)
        result.remarks.push_back("a barrier is reached under divergent control: every value is kept per work-item");
    std::string broken;
    raw_string_ostream text(broken);
    if (verifyFunction(kernel, &text)) {
        return createStringError("kernel '" + kernel.getName() + "': the work-item loops are malformed: " + broken);
    }
    return result;
}

}  // namespace ndweave::compiler
