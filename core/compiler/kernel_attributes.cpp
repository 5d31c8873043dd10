#include "compiler/kernel_attributes.hpp"

#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <array>
#include <string>

#include "ndweave/builtins.h"

namespace ndweave::compiler {
namespace {

constexpr const char *kind_name = "ndweave-kernel", *local_range_name = "ndweave-local-range",
                     *target_name = "ndweave-target", *sub_group_name = "ndweave-sub-group-size",
                     *small_ids_name = "ndweave-small-ids", *check_name = "ndweave-check";

constexpr std::array kind_names{"single-task", "basic", "nd-range"};  // ndw_kernel_kind

void read_local_range(llvm::StringRef text, kernel_attributes& made) {
    llvm::SmallVector<llvm::StringRef> numbers;
    text.split(numbers, ',');
    made.dimensions = static_cast<std::uint32_t>(std::min<std::size_t>(numbers.size(), 3));
    for (unsigned axis = 0; axis < made.dimensions; ++axis) numbers[axis].getAsInteger(10, made.local_range[axis]);
}

}  // namespace

kernel_attributes kernel_attributes::of(const llvm::Function& kernel) {
    const auto text = [&](llvm::StringRef name) { return kernel.getFnAttribute(name).getValueAsString(); };
    kernel_attributes made;
    made.kind = static_cast<std::uint32_t>(llvm::find(kind_names, text(kind_name)) - kind_names.begin());
    if (kernel.hasFnAttribute(local_range_name)) read_local_range(text(local_range_name), made);
    made.target = text(target_name) == "gpu" ? NDWEAVE_TARGET_GPU : NDWEAVE_TARGET_HOST;
    text(sub_group_name).getAsInteger(10, made.sub_group_size);
    made.small_ids = kernel.hasFnAttribute(small_ids_name);
    made.check = kernel.hasFnAttribute(check_name);
    return made;
}

void kernel_attributes::attach_to(llvm::Function& kernel) const {
    for (const char* name : {kind_name, local_range_name, target_name, sub_group_name, small_ids_name, check_name}) {
        kernel.removeFnAttr(name);
    }
    kernel.addFnAttr(kind_name, kind_names.at(kind));
    std::string range;
    for (unsigned axis = 0; axis < dimensions; ++axis) range += (axis ? "," : "") + std::to_string(local_range[axis]);
    kernel.addFnAttr(local_range_name, range);
    kernel.addFnAttr(target_name, target == NDWEAVE_TARGET_GPU ? "gpu" : "host");
    if (sub_group_size != 0) kernel.addFnAttr(sub_group_name, std::to_string(sub_group_size));
    if (small_ids) kernel.addFnAttr(small_ids_name);
    if (check) kernel.addFnAttr(check_name);
}

void add_to_count(llvm::Function& kernel, llvm::StringRef attribute, unsigned number) {
    kernel.addFnAttr(attribute, std::to_string(count_in(kernel, attribute) + number));
}

unsigned count_in(const llvm::Function& kernel, llvm::StringRef attribute) {
    unsigned number = 0;
    kernel.getFnAttribute(attribute).getValueAsString().getAsInteger(10, number);
    return number;
}

bool is_kernel(const llvm::Function& function) { return function.hasFnAttribute(kind_name); }

llvm::Function* kernel_of(llvm::Module& module) {
    for (llvm::Function& function : module) {
        if (is_kernel(function)) return &function;
    }
    return nullptr;
}

}  // namespace ndweave::compiler
