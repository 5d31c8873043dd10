#include "compiler/passes/analysis/private_elements.hpp"
#include "compiler/codegen/host/tuning.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// The scalar that an array of arrays is made of, or that a struct begins with.
Type* scalar_of(Type* type) {
    for (;;) {
        if (auto* array = dyn_cast<ArrayType>(type)) {
            type = array->getElementType();
        } else if (auto* group = dyn_cast<StructType>(type); group && group->getNumElements() != 0) {
            type = group->getElementType(0);
        } else {
            return type;
        }
    }
}

/// Loads and stores of `type` in the place of the operation; false where it is no short one of whole elements.
bool spell_out(AnyMemIntrinsic& block, IntegerType* type, std::uint64_t bytes) {
    const auto* length = dyn_cast<ConstantInt>(block.getLength());
    if (block.isVolatile() || isa<AtomicMemIntrinsic>(block) || !length) return false;
    const std::uint64_t count = length->getZExtValue() / bytes;
    if (length->getZExtValue() % bytes != 0 || count > host::target_tuning().max_spelled_out) return false;
    IRBuilder<> at(&block);
    const auto place = [&](Value* base, std::uint64_t i) { return at.CreateConstInBoundsGEP1_64(type, base, i); };
    SmallVector<Value*> values;
    if (auto* fill = dyn_cast<AnyMemSetInst>(&block)) {
        Value* pattern = at.CreateZExt(fill->getValue(), type);
        values.assign(count, at.CreateMul(pattern, ConstantInt::get(type, APInt::getSplat(8 * bytes, APInt(8, 1)))));
    } else {
        auto& copy = cast<AnyMemTransferInst>(block);
        const Align align = commonAlignment(copy.getSourceAlign().valueOrOne(), bytes);
        for (std::uint64_t i = 0; i < count; ++i) {
            values.push_back(at.CreateAlignedLoad(type, place(copy.getRawSource(), i), align));
        }
    }
    const Align align = commonAlignment(block.getDestAlign().valueOrOne(), bytes);
    for (std::uint64_t i = 0; i < count; ++i) at.CreateAlignedStore(values[i], place(block.getRawDest(), i), align);
    block.eraseFromParent();
    return true;
}

class accesses_of {
public:
    explicit accesses_of(AllocaInst& array) : array_(array), layout_(array.getDataLayout()) {}

    std::optional<element_accesses> find() {
        if (!follow(array_)) return std::nullopt;
        for (unsigned i = 0; i < found_.all.size(); ++i) {
            if (found_.all[i]->getType()->isPointerTy() && !isa<LoadInst>(found_.all[i]) && !follow(*found_.all[i])) {
                return std::nullopt;
            }
        }
        const auto whole = [&](const APInt& offset) { return offset.srem(found_.bytes) == 0; };
        if (found_.bytes == 0 || !all_of(offsets_, whole) ||
            !all_of(found_.all, [&](Instruction* i) { return is_own(*i); })) {
            return std::nullopt;
        }
        return found_;
    }

private:
    bool follow(Instruction& pointer) {
        return all_of(pointer.uses(), [&](Use& use) { return take(use, *cast<Instruction>(use.getUser())); });
    }

    bool take(const Use& use, Instruction& user) {
        if (auto* address = dyn_cast<GetElementPtrInst>(&user)) {
            if (!take_offsets(*address)) return false;
        } else if (getLoadStorePointerOperand(&user) != nullptr) {
            const bool is_address = use.getOperandNo() == (isa<LoadInst>(user) ? 0u : 1u);
            if (!is_address || user.isVolatile() || user.isAtomic() || !take_size(*getLoadStoreType(&user)))
                return false;
        } else if (!isa<PHINode, SelectInst, ICmpInst, FreezeInst>(user)) {
            return false;
        }
        found_.all.insert(&user);
        return true;
    }

    bool take_offsets(const GetElementPtrInst& address) {
        if (!address.getType()->isPointerTy()) return false;
        MapVector<Value*, APInt> variable;
        APInt constant(64, 0);
        if (!address.collectOffset(layout_, 64, variable, constant)) return false;
        offsets_.push_back(constant);
        for (const auto& [index, scale] : variable) offsets_.push_back(scale);
        return true;
    }

    bool take_size(Type& type) {
        if (!type.isSingleValueType() || type.isVectorTy()) return false;
        const std::uint64_t bytes = layout_.getTypeStoreSize(&type);
        if (bytes != layout_.getTypeAllocSize(&type) || (found_.bytes != 0 && found_.bytes != bytes)) return false;
        found_.bytes = bytes;
        return true;
    }

    /// Whether no other memory's address is mixed with the array's.
    bool is_own(const Instruction& i) const {
        const auto own = [&](const Value* value) {
            const auto* part = dyn_cast<Instruction>(value);
            if (part == nullptr || isa<LoadInst>(part)) return false;
            return part == &array_ || found_.all.contains(const_cast<Instruction*>(part));
        };
        if (const auto* choice = dyn_cast<SelectInst>(&i))
            return own(choice->getTrueValue()) && own(choice->getFalseValue());
        if (isa<PHINode, ICmpInst>(i)) return all_of(i.operand_values(), own);
        return true;
    }

    AllocaInst& array_;
    const DataLayout& layout_;
    SmallVector<APInt> offsets_;
    element_accesses found_{};
};

}  // namespace

void spell_out_block_operations(AllocaInst& array) {
    Type* scalar = scalar_of(array.getAllocatedType());
    const std::uint64_t bytes = array.getDataLayout().getTypeStoreSize(scalar);
    if (!scalar->isSingleValueType() || scalar->isVectorTy() || !isPowerOf2_64(bytes) || bytes > 8) return;
    IntegerType* type = IntegerType::get(array.getContext(), 8 * static_cast<unsigned>(bytes));
    SmallSetVector<Instruction*, 8> pointers;
    SmallSetVector<AnyMemIntrinsic*, 8> blocks;
    pointers.insert(&array);
    for (unsigned i = 0; i < pointers.size(); ++i) {
        for (User* user : pointers[i]->users()) {
            if (auto* address = dyn_cast<GetElementPtrInst>(user)) pointers.insert(address);
            if (auto* block = dyn_cast<AnyMemIntrinsic>(user)) blocks.insert(block);
        }
    }
    for (AnyMemIntrinsic* block : blocks) spell_out(*block, type, bytes);
}

std::optional<element_accesses> find_element_accesses(AllocaInst& array) { return accesses_of(array).find(); }

}  // namespace ndweave::compiler
