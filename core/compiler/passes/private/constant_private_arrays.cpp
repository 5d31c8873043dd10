#include "compiler/passes/private/constant_private_arrays.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "compiler/kernel_attributes.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t largest_table = 64 << 10;  // bytes

class table_maker {
public:
    table_maker(AllocaInst& array, const DominatorTree& dominators)
        : array_(array), layout_(array.getModule()->getDataLayout()), dominators_(dominators) {}

    void run() {
        const std::optional<TypeSize> bytes = array_.getAllocationSize(layout_);
        if (!array_.isStaticAlloca() || !bytes || bytes->isScalable() || bytes->getFixedValue() > largest_table) return;
        bytes_ = bytes->getFixedValue();
        if (!follow(array_, 0) || stores_.empty() || loads_.empty()) return;
        const auto precedes_loads = [&](const constant_store& s) {
            return all_of(loads_, [&](const LoadInst* load) { return dominators_.dominates(s.store, load); });
        };
        if (!all_of(stores_, precedes_loads)) return;
        if (const auto content = stored_bytes()) replace_by(*content);
    }

private:
    struct constant_store {
        StoreInst* store;
        std::uint64_t begin;  // byte of the array
        APInt value;
    };

    /// Visits the uses of `address`, which is `offset` bytes into the array; none: anywhere in it.
    bool follow(Instruction& address, std::optional<std::uint64_t> offset) {
        for (User* user : address.users()) {
            auto* i = cast<Instruction>(user);
            if (auto* element = dyn_cast<GetElementPtrInst>(i)) {
                if (!follow(*element, moved(*element, offset))) return false;
            } else if (auto* load = dyn_cast<LoadInst>(i); load && load->isSimple()) {
                loads_.push_back(load);
            } else if (auto* store = dyn_cast<StoreInst>(i); store && store->isSimple() && offset) {
                if (!add(*store, *offset)) return false;
            } else if (i->isLifetimeStartOrEnd()) {
                lifetimes_.push_back(i);
            } else {
                return false;
            }
        }
        return true;
    }

    std::optional<std::uint64_t> moved(const GetElementPtrInst& element, std::optional<std::uint64_t> offset) const {
        APInt step(layout_.getIndexTypeSizeInBits(element.getType()), 0);
        if (!offset || !element.accumulateConstantOffset(layout_, step)) return std::nullopt;
        return *offset + step.getSExtValue();
    }

    bool add(StoreInst& store, std::uint64_t offset) {
        APInt value;
        if (const auto* number = dyn_cast<ConstantInt>(store.getValueOperand()))
            value = number->getValue();
        else if (const auto* real = dyn_cast<ConstantFP>(store.getValueOperand()))
            value = real->getValueAPF().bitcastToAPInt();
        else
            return false;  // the address of the array itself, too
        const std::uint64_t bytes = value.getBitWidth() / 8;
        if (value.getBitWidth() % 8 != 0 || offset > bytes_ || bytes > bytes_ - offset) return false;
        stores_.push_back({&store, offset, value});
        return true;
    }

    /// What every load finds; zeros where nothing is stored. None where the order of stores is not that of a block.
    std::optional<SmallVector<std::uint8_t>> stored_bytes() const {
        SmallVector<std::uint8_t> content(bytes_, 0);
        SmallVector<const StoreInst*> writers(bytes_, nullptr);
        for (const constant_store& s : stores_) {
            for (unsigned k = 0; k < s.value.getBitWidth() / 8; ++k) {
                const StoreInst*& writer = writers[s.begin + k];
                if (writer && writer->getParent() != s.store->getParent()) return std::nullopt;
                if (writer && s.store->comesBefore(writer)) continue;
                writer = s.store;
                content[s.begin + k] = static_cast<std::uint8_t>(s.value.extractBitsAsZExtValue(8, 8 * k));
            }
        }
        return content;
    }

    void replace_by(ArrayRef<std::uint8_t> content) {
        Constant* const bytes = ConstantDataArray::get(array_.getContext(), content);
        auto* const table = new GlobalVariable(*array_.getModule(), bytes->getType(), true, GlobalValue::PrivateLinkage,
                                               bytes, array_.getName() + ".table");
        table->setAlignment(array_.getAlign());
        table->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
        for (const constant_store& s : stores_) s.store->eraseFromParent();
        for (Instruction* marker : lifetimes_) marker->eraseFromParent();
        array_.replaceAllUsesWith(table);
        array_.eraseFromParent();
    }

    AllocaInst& array_;
    const DataLayout& layout_;
    const DominatorTree& dominators_;
    std::uint64_t bytes_ = 0;
    SmallVector<constant_store> stores_;
    SmallVector<LoadInst*> loads_;
    SmallVector<Instruction*> lifetimes_;
};

}  // namespace

void make_private_arrays_constant(Function& kernel) {
    if (kernel_attributes::of(kernel).check) return;
    const DominatorTree dominators(kernel);
    SmallVector<AllocaInst*> arrays;
    for (Instruction& i : instructions(kernel)) {
        if (auto* array = dyn_cast<AllocaInst>(&i)) arrays.push_back(array);
    }
    for (AllocaInst* array : arrays) table_maker(*array, dominators).run();
}

}  // namespace ndweave::compiler
