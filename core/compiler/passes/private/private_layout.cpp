#include "compiler/passes/private/private_layout.hpp"

#include <llvm/Analysis/Utils/Local.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/codegen/host/tuning.hpp"
#include "compiler/passes/analysis/private_elements.hpp"
#include "compiler/passes/loops/group_shape.hpp"
#include "compiler/passes/regions/group_storage.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// Rows that are a large power of two apart would share few sets of the first-level cache.
std::uint64_t pitch_of(std::uint64_t items, std::uint64_t element_bytes) {
    const bool conflicts = items * element_bytes % host::target_tuning().conflicting_stride == 0;
    return conflicts ? items + host::target_tuning().cache_line / element_bytes : items;
}

void erase_lifetimes(Instruction& pointer) {
    for (User* user : make_early_inc_range(pointer.users())) {
        auto* i = cast<Instruction>(user);
        if (i->isLifetimeStartOrEnd())
            i->eraseFromParent();
        else if (isa<GetElementPtrInst>(i))
            erase_lifetimes(*i);
    }
}

constexpr const char* elements_name = "ndweave.elements";

void note_layout(AllocaInst& array, std::uint64_t element_bytes, std::uint64_t pitch) {
    LLVMContext& context = array.getContext();
    const auto number = [&](std::uint64_t n) {
        return ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), n));
    };
    array.setMetadata(elements_name, MDNode::get(context, {number(element_bytes), number(pitch)}));
}

/// Bytes of an element and pitch; 0 where the copies lie item by item.
std::pair<std::uint64_t, std::uint64_t> layout_of(const AllocaInst& array) {
    const MDNode* const note = array.getMetadata(elements_name);
    if (note == nullptr) return {0, 0};
    const auto number = [&](unsigned n) { return mdconst::extract<ConstantInt>(note->getOperand(n))->getZExtValue(); };
    return {number(0), number(1)};
}

/// Not inbounds: behind the array's last element, the copies of later work-items reach over the end of all.
void scale_offset(GetElementPtrInst& address, std::uint64_t factor) {
    IRBuilder<> at(&address);
    Value* offset = emitGEPOffset(&at, address.getDataLayout(), &address);
    Value* scaled = at.CreateMul(offset, ConstantInt::get(offset->getType(), factor));
    Value* made = at.CreateGEP(at.getInt8Ty(), address.getPointerOperand(), scaled);
    made->takeName(&address);
    address.replaceAllUsesWith(made);
    address.eraseFromParent();
}

AllocaInst* spread(AllocaInst& array, const element_accesses& accesses, std::uint64_t pitch) {
    const std::uint64_t bytes = *array.getAllocationSize(array.getDataLayout());
    IRBuilder<> at(&array);
    AllocaInst* made = at.CreateAlloca(ArrayType::get(at.getInt8Ty(), bytes * pitch));
    made->takeName(&array);
    for (Instruction* i : accesses.all) {
        if (auto* load = dyn_cast<LoadInst>(i)) load->setAlignment(commonAlignment(load->getAlign(), accesses.bytes));
        if (auto* store = dyn_cast<StoreInst>(i))
            store->setAlignment(commonAlignment(store->getAlign(), accesses.bytes));
        if (auto* address = dyn_cast<GetElementPtrInst>(i)) scale_offset(*address, pitch);
    }
    array.replaceAllUsesWith(made);
    array.eraseFromParent();
    return made;
}

}  // namespace

SmallVector<private_array> private_arrays(Function& kernel) {
    SmallVector<private_array> found;
    for (Instruction& i : instructions(kernel)) {
        auto* array = dyn_cast<AllocaInst>(&i);
        if (!array || is_group_storage(*array)) continue;
        const auto [element_bytes, pitch] = layout_of(*array);
        found.push_back({array, element_bytes, pitch});
    }
    return found;
}

Error check_private_arrays(Function& kernel) {
    for (const private_array& array : private_arrays(kernel)) {
        if (isa<ConstantInt>(array.memory->getArraySize())) continue;
        return createStringError("kernel '" + kernel.getName() +
                                 "': a private array of variable length: give it a constant length");
    }
    return Error::success();
}

void lay_out_private_arrays(Function& kernel) {
    const std::uint64_t items = group_shape::of(kernel).items();
    const SmallVector<private_array> arrays = private_arrays(kernel);
    for (const private_array& array : arrays) {
        erase_lifetimes(*array.memory);
        spell_out_block_operations(*array.memory);
    }
    for (const private_array& array : arrays) {
        const auto accesses = find_element_accesses(*array.memory);
        if (!accesses) continue;
        const std::uint64_t pitch = pitch_of(items, accesses->bytes);
        note_layout(*spread(*array.memory, *accesses, pitch), accesses->bytes, pitch);
    }
}

}  // namespace ndweave::compiler
