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
                     *functor_name = "ndweave-functor-size", *small_ids_name = "ndweave-small-ids",
                     *flat_grid_name = "ndweave-flat-grid", *check_name = "ndweave-check",
                     *constants_name = "ndweave-constants", *captures_name = "ndweave-captures",
                     *distinct_name = "ndweave-distinct-pointers", *classes_name = "ndweave-pointer-classes";

constexpr std::array kind_names{"single-task", "basic", "nd-range"};  // ndw_kernel_kind

std::string constants_text(const kernel_constants& constants) {
    std::string text;
    for (const auto& [key, bytes] : constants)
        text += (text.empty() ? "" : ",") + std::to_string(key) + "=" + llvm::toHex(bytes);
    return text;
}

kernel_constants read_constants(llvm::StringRef text) {
    kernel_constants made;
    for (llvm::StringRef rest = text; !rest.empty();) {
        const auto [one, others] = rest.split(',');
        const auto [key, bytes] = one.split('=');
        std::uint64_t number = 0;
        std::string value;
        if (!key.getAsInteger(10, number) && llvm::tryGetFromHex(bytes, value)) made.emplace(number, value);
        rest = others;
    }
    return made;
}

}  // namespace

std::uint32_t read_axes(llvm::StringRef text, std::uint32_t (&range)[3]) {
    llvm::SmallVector<llvm::StringRef> numbers;
    text.split(numbers, ',');
    const auto axes = static_cast<std::uint32_t>(std::min<std::size_t>(numbers.size(), 3));
    for (unsigned axis = 0; axis < axes; ++axis) numbers[axis].getAsInteger(10, range[axis]);
    return axes;
}

std::string axes_text(const std::uint32_t (&range)[3], std::uint32_t axes) {
    std::string text;
    for (unsigned axis = 0; axis < axes; ++axis) text += (axis ? "," : "") + std::to_string(range[axis]);
    return text;
}

kernel_attributes kernel_attributes::of(const llvm::Function& kernel) {
    const auto text = [&](llvm::StringRef name) { return kernel.getFnAttribute(name).getValueAsString(); };
    kernel_attributes made;
    made.kind = static_cast<std::uint32_t>(llvm::find(kind_names, text(kind_name)) - kind_names.begin());
    if (kernel.hasFnAttribute(local_range_name)) made.dimensions = read_axes(text(local_range_name), made.local_range);
    made.target = text(target_name) == "gpu" ? NDWEAVE_TARGET_GPU : NDWEAVE_TARGET_HOST;
    text(sub_group_name).getAsInteger(10, made.sub_group_size);
    text(functor_name).getAsInteger(10, made.functor_size);
    made.small_ids = kernel.hasFnAttribute(small_ids_name);
    made.check = kernel.hasFnAttribute(check_name);
    made.constants = read_constants(text(constants_name));
    made.captures = read_constants(text(captures_name));
    made.flat_grid = kernel.hasFnAttribute(flat_grid_name);
    made.distinct_pointers = kernel.hasFnAttribute(distinct_name);
    text(classes_name).getAsInteger(10, made.pointer_classes);
    return made;
}

void kernel_attributes::attach_to(llvm::Function& kernel) const {
    for (const char* name : {kind_name, local_range_name, target_name, sub_group_name, functor_name, small_ids_name,
                             flat_grid_name, check_name, constants_name, captures_name, distinct_name, classes_name}) {
        kernel.removeFnAttr(name);
    }
    kernel.addFnAttr(kind_name, kind_names.at(kind));
    kernel.addFnAttr(local_range_name, axes_text(local_range, dimensions));
    kernel.addFnAttr(target_name, target == NDWEAVE_TARGET_GPU ? "gpu" : "host");
    if (sub_group_size != 0) kernel.addFnAttr(sub_group_name, std::to_string(sub_group_size));
    if (functor_size != 0) kernel.addFnAttr(functor_name, std::to_string(functor_size));
    if (small_ids) kernel.addFnAttr(small_ids_name);
    if (flat_grid) kernel.addFnAttr(flat_grid_name);
    if (distinct_pointers) kernel.addFnAttr(distinct_name);
    if (pointer_classes != 0) kernel.addFnAttr(classes_name, std::to_string(pointer_classes));
    if (check) kernel.addFnAttr(check_name);
    if (!constants.empty()) kernel.addFnAttr(constants_name, constants_text(constants));
    if (!captures.empty()) kernel.addFnAttr(captures_name, constants_text(captures));
}

bool is_kernel(const llvm::Function& function) { return function.hasFnAttribute(kind_name); }

llvm::Function* kernel_of(llvm::Module& module) {
    for (llvm::Function& function : module) {
        if (is_kernel(function)) return &function;
    }
    return nullptr;
}

void move_kernel_attributes(llvm::Function& from, llvm::Function& to) {
    for (const llvm::Attribute attribute : from.getAttributes().getFnAttrs()) {
        if (!attribute.isStringAttribute() || !attribute.getKindAsString().starts_with(kernel_attribute_prefix))
            continue;
        to.addFnAttr(attribute);
        from.removeFnAttr(attribute.getKindAsString());
    }
}

std::uint64_t note_of(const llvm::Function& kernel, llvm::StringRef name) {
    std::uint64_t value = 0;
    kernel.getFnAttribute(name).getValueAsString().getAsInteger(10, value);
    return value;
}

void set_note(llvm::Function& kernel, llvm::StringRef name, std::uint64_t value) {
    kernel.addFnAttr(name, std::to_string(value));
}

void add_to_note(llvm::Function& kernel, llvm::StringRef name, std::uint64_t value) {
    set_note(kernel, name, note_of(kernel, name) + value);
}

void set_offsets_note(llvm::Function& kernel, llvm::StringRef name, const std::set<std::uint32_t>& offsets) {
    std::string text;
    for (const std::uint32_t offset : offsets) text += (text.empty() ? "" : ",") + std::to_string(offset);
    if (!text.empty()) kernel.addFnAttr(name, text);
}

std::vector<std::uint32_t> offsets_note(const llvm::Function& kernel, llvm::StringRef name) {
    std::vector<std::uint32_t> offsets;
    for (const llvm::StringRef text : llvm::split(kernel.getFnAttribute(name).getValueAsString(), ',')) {
        std::uint32_t offset = 0;
        if (!text.getAsInteger(10, offset)) offsets.push_back(offset);
    }
    return offsets;
}

}  // namespace ndweave::compiler
