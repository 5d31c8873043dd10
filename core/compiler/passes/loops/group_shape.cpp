#include "compiler/passes/loops/group_shape.hpp"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <algorithm>
#include <string>

#include "compiler/abi.h"
#include "compiler/kernel_attributes.hpp"

namespace ndweave::compiler {

using namespace llvm;

static constexpr const char *group_name = "ndweave-group", *partial_name = "ndweave-partial-group",
                            *strip_name = "ndweave-strip";

static group_shape read(const Function& kernel, StringRef attribute) {
    group_shape shape;
    shape.partial = kernel.hasFnAttribute(partial_name);
    SmallVector<StringRef> numbers;
    kernel.getFnAttribute(attribute).getValueAsString().split(numbers, ',');
    for (unsigned axis = 0; axis < std::min<std::size_t>(numbers.size(), 3); ++axis)
        numbers[axis].getAsInteger(10, shape.range[axis]);
    return shape;
}

static void write(Function& kernel, StringRef attribute, const std::uint32_t (&range)[3]) {
    kernel.addFnAttr(attribute,
                     std::to_string(range[0]) + "," + std::to_string(range[1]) + "," + std::to_string(range[2]));
}

group_shape group_shape::of(const Function& kernel) {
    return read(kernel, has_strips(kernel) ? strip_name : group_name);
}

group_shape group_shape::of_group(const Function& kernel) { return read(kernel, group_name); }

void group_shape::attach_to(Function& kernel) const {
    write(kernel, group_name, range);
    if (partial) kernel.addFnAttr(partial_name);
}

void group_shape::attach_as_strip(Function& kernel) const { write(kernel, strip_name, range); }

bool has_strips(const Function& kernel) { return kernel.hasFnAttribute(strip_name); }

void choose_group_shape(Function& kernel, unsigned tile_items) {
    const kernel_attributes its = kernel_attributes::of(kernel);
    group_shape shape;
    shape.partial = its.kind == NDW_KERNEL_BASIC;
    if (shape.partial)
        shape.range[0] = tile_items;
    else
        std::copy(std::begin(its.local_range), std::end(its.local_range), shape.range);
    shape.attach_to(kernel);
}

}  // namespace ndweave::compiler
