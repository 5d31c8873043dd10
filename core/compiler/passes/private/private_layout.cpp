#include "compiler/passes/private/private_layout.hpp"
#include "compiler/codegen/host/tuning.hpp"

#include <llvm/Analysis/Utils/Local.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/passes/analysis/private_elements.hpp"

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

std::vector<private_array> lay_out_private_arrays(ArrayRef<AllocaInst*> arrays, std::uint64_t items) {
    for (AllocaInst* array : arrays) {
        erase_lifetimes(*array);
        spell_out_block_operations(*array);
    }
    std::vector<private_array> laid_out;
    for (AllocaInst* array : arrays) {
        if (const auto accesses = find_element_accesses(*array)) {
            const std::uint64_t pitch = pitch_of(items, accesses->bytes);
            laid_out.push_back({spread(*array, *accesses, pitch), accesses->bytes, pitch});
        } else {
            laid_out.push_back({array, 0, 0});
        }
    }
    return laid_out;
}

}  // namespace ndweave::compiler
