#include "compiler/passes/work_items/group_shape.hpp"

#include <llvm/ADT/StringRef.h>

#include <algorithm>

#include "compiler/abi.h"
#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"

namespace ndweave::compiler {

using namespace llvm;

static constexpr const char *group_name = "ndweave-group", *partial_name = "ndweave-partial-group",
                            *strip_name = "ndweave-strip", *barriers_name = "ndweave-barriers",
                            *runs_group_name = "ndweave-runs-group";

static group_shape read(const Function& kernel, StringRef attribute) {
    group_shape shape;
    shape.partial = kernel.hasFnAttribute(partial_name);
    read_axes(kernel.getFnAttribute(attribute).getValueAsString(), shape.range);
    return shape;
}

group_shape group_shape::of(const Function& kernel) {
    return read(kernel, has_strips(kernel) ? strip_name : group_name);
}

group_shape group_shape::of_group(const Function& kernel) { return read(kernel, group_name); }

void group_shape::attach_to(Function& kernel) const {
    kernel.addFnAttr(group_name, axes_text(range));
    if (partial) kernel.addFnAttr(partial_name);
}

void group_shape::attach_as_strip(Function& kernel) const { kernel.addFnAttr(strip_name, axes_text(range)); }

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
