#include "compiler/passes/work_items/group_shape.hpp"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

#include "compiler/abi.h"
#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "ndweave/builtins.h"

namespace ndweave::compiler {

using namespace llvm;

static constexpr const char *group_name = "ndweave-group", *partial_name = "ndweave-partial-group",
                            *strip_name = "ndweave-strip", *barriers_name = "ndweave-barriers",
                            *runs_group_name = "ndweave-runs-group", *lanes_name = "ndweave-lanes",
                            *partial_lanes_name = "ndweave-partial-lanes", *sub_groups_name = "ndweave-sub-groups";

static group_shape read(const Function& kernel, StringRef attribute) {
    group_shape shape;
    shape.partial = kernel.hasFnAttribute(partial_name);
    read_axes(kernel.getFnAttribute(attribute).getValueAsString(), shape.range);
    return shape;
}

group_shape group_shape::of(const Function& kernel) {
    if (runs_lanes(kernel)) {
        group_shape lanes = read(kernel, lanes_name);
        lanes.partial = kernel.hasFnAttribute(partial_lanes_name);
        return lanes;
    }
    if (runs_sub_groups(kernel)) return read(kernel, sub_groups_name);
    return read(kernel, has_strips(kernel) ? strip_name : group_name);
}

group_shape group_shape::of_group(const Function& kernel) { return read(kernel, group_name); }

void group_shape::attach_to(Function& kernel) const {
    kernel.addFnAttr(group_name, axes_text(range));
    if (partial) kernel.addFnAttr(partial_name);
}

void group_shape::attach_as_strip(Function& kernel) const { kernel.addFnAttr(strip_name, axes_text(range)); }

std::uint32_t group_shape::sub_groups(std::uint32_t size) const {
    return static_cast<std::uint32_t>(divideCeil(items(), size));
}

bool runs_lanes(const Function& kernel) { return kernel.hasFnAttribute(lanes_name); }

bool runs_sub_groups(const Function& kernel) { return kernel.hasFnAttribute(sub_groups_name); }

bool has_lane_vectors(const Function& kernel) {
    return runs_lanes(kernel) && kernel_attributes::of(kernel).target != NDWEAVE_TARGET_GPU;
}

void choose_sub_group_shape(Function& kernel) {
    const group_shape group = group_shape::of_group(kernel);
    const std::uint32_t size = kernel_attributes::of(kernel).sub_group_size;
    const std::uint32_t lanes[3] = {static_cast<std::uint32_t>(std::min<std::uint64_t>(size, group.items())), 1, 1};
    kernel.addFnAttr(lanes_name, axes_text(lanes));
    if (group.sub_groups(size) > 1 && group.items() % size != 0) kernel.addFnAttr(partial_lanes_name);
}

void begin_sub_groups(Function& kernel) {
    const std::uint32_t size = kernel_attributes::of(kernel).sub_group_size;
    const std::uint32_t sub_groups[3] = {group_shape::of_group(kernel).sub_groups(size), 1, 1};
    for (const char* name : {lanes_name, partial_lanes_name, runs_group_name}) kernel.removeFnAttr(name);
    kernel.addFnAttr(sub_groups_name, axes_text(sub_groups));
}

bool has_strips(const Function& kernel) { return kernel.hasFnAttribute(strip_name); }

bool runs_group(const Function& kernel) { return kernel.hasFnAttribute(runs_group_name); }

void mark_as_group(Function& kernel) { kernel.addFnAttr(runs_group_name); }

bool has_barriers(const Function& kernel) { return kernel.hasFnAttribute(barriers_name); }

void choose_group_shape(Function& kernel, unsigned tile_items) {
    const kernel_attributes its = kernel_attributes::of(kernel);
    group_shape shape;
    shape.partial = its.kind == NDW_KERNEL_BASIC;
    if (shape.partial)
        shape.range[0] = tile_items;
    else
        std::copy(std::begin(its.local_range), std::end(its.local_range), shape.range);
    shape.attach_to(kernel);
    if (!calls_of(kernel, builtin::barrier).empty()) kernel.addFnAttr(barriers_name);
}

}  // namespace ndweave::compiler
