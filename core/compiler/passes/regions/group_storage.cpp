#include "compiler/passes/regions/group_storage.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Support/MathExtras.h>

#include <array>

#include "compiler/codegen/host/tuning.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/work_items/group_shape.hpp"

namespace ndweave::compiler {

using namespace llvm;

static constexpr const char *storage_name = "ndweave.storage", *one_region = "one region";
static constexpr std::array place_names{"stack", "arena", "group"};  // work_item_slot::place

group_storage::group_storage(Function& kernel) : kernel_(kernel), slots_(slots_of(kernel)) {}

std::uint64_t group_storage::bytes_in(work_item_slot::place place) const {
    std::uint64_t sum = 0;
    for (const work_item_slot& slot : slots_) sum += slot.where == place ? slot.bytes : 0;
    return sum;
}

void group_storage::note(work_item_slot slot) {
    LLVMContext& context = kernel_.getContext();
    SmallVector<Metadata*> lines;
    if (const MDNode* before = kernel_.getMetadata(storage_name)) lines.append(before->op_begin(), before->op_end());
    Metadata* bytes = ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), slot.bytes));
    lines.push_back(MDNode::get(context, {MDString::get(context, slot.name), bytes,
                                          MDString::get(context, place_names[static_cast<std::size_t>(slot.where)])}));
    kernel_.setMetadata(storage_name, MDNode::get(context, lines));
    slots_.push_back(std::move(slot));
}

AllocaInst* group_storage::on_stack(Type* type, std::uint64_t count, StringRef name, ArrayRef<Metadata*> note) {
    IRBuilder<> at(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
    AllocaInst* array = at.CreateAlloca(ArrayType::get(type, count), nullptr, name);
    array->setAlignment(Align(host::target_tuning().cache_line));
    array->setMetadata(storage_name, MDNode::get(kernel_.getContext(), note));
    return array;
}

Value* group_storage::for_every_item(Type* type, StringRef name, std::uint64_t granularity) {
    using enum work_item_slot::place;
    const host::tuning& tuned = host::target_tuning();
    const std::uint64_t count = alignTo(group_shape::of(kernel_).items(), granularity);
    const std::uint64_t bytes = alignTo(kernel_.getDataLayout().getTypeAllocSize(type) * count, tuned.cache_line);
    if (runs_lanes(kernel_)) return on_stack(type, count, name);
    IRBuilder<> at(kernel_.getEntryBlock().getTerminator());
    if (bytes > tuned.group_stack_array_bytes || bytes_in(stack) + bytes > tuned.group_stack_bytes) {
        Value* offset = at.getInt64(bytes_in(arena));
        note({name.str(), bytes, arena});
        return call_builtin(at, builtin::arena, at.getPtrTy(), {offset});
    }
    note({name.str(), bytes, stack});
    return on_stack(type, count, name);
}

AllocaInst* group_storage::for_one_region(Type* type, std::uint64_t count, StringRef name) {
    return on_stack(type, count, name, {MDString::get(kernel_.getContext(), one_region)});
}

AllocaInst* group_storage::for_the_group(Type* type, StringRef name) {
    note({name.str(), kernel_.getDataLayout().getTypeAllocSize(type), work_item_slot::place::group});
    IRBuilder<> at(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
    return at.CreateAlloca(type, nullptr, name);
}

std::vector<work_item_slot> slots_of(const Function& kernel) {
    std::vector<work_item_slot> slots;
    const MDNode* const lines = kernel.getMetadata(storage_name);
    if (lines == nullptr) return slots;
    for (const MDOperand& line : lines->operands()) {
        const auto* const slot = cast<MDNode>(line);
        const auto name = find(place_names, cast<MDString>(slot->getOperand(2))->getString());
        slots.push_back({cast<MDString>(slot->getOperand(0))->getString().str(),
                         mdconst::extract<ConstantInt>(slot->getOperand(1))->getZExtValue(),
                         static_cast<work_item_slot::place>(name - place_names.begin())});
    }
    return slots;
}

void drop_slots(Function& kernel) {
    kernel.setMetadata(storage_name, nullptr);
    for (Instruction& i : kernel.getEntryBlock()) i.setMetadata(storage_name, nullptr);
}

void keep_storage_of_sub_groups(Function& kernel) {
    kernel.setMetadata(storage_name, nullptr);
    for (Instruction& i : kernel.getEntryBlock()) {
        const MDNode* const note = i.getMetadata(storage_name);
        if (note != nullptr && note->getNumOperands() == 0) i.setMetadata(storage_name, nullptr);
    }
}

std::uint64_t arena_bytes(const Function& kernel) {
    std::uint64_t sum = 0;
    for (const work_item_slot& slot : slots_of(kernel))
        sum += slot.where == work_item_slot::place::arena ? slot.bytes : 0;
    return sum;
}

bool is_group_storage(const AllocaInst& memory) { return memory.hasMetadata(storage_name); }

}  // namespace ndweave::compiler
