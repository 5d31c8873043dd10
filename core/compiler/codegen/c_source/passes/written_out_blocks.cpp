#include "compiler/codegen/c_source/passes/written_out_blocks.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace ndweave::compiler::c_source_detail {
namespace {

using namespace llvm;

constexpr std::uint64_t max_units = 16;

class writer {
public:
    /// Pre: a block of constant length.
    explicit writer(MemIntrinsic& block)
        : block_(block), at_(&block), bytes_(cast<ConstantInt>(block.getLength())->getZExtValue()) {
        std::uint64_t alignment = block.getDestAlign().valueOrOne().value();
        if (auto* const copy = dyn_cast<MemTransferInst>(&block)) {
            alignment = std::min(alignment, copy->getSourceAlign().valueOrOne().value());
        }
        for (unit_ = std::min<std::uint64_t>(alignment, 8); bytes_ % unit_ != 0;) unit_ /= 2;
    }

    bool is_short() const { return bytes_ <= max_units * unit_; }

    void run() {
        SmallVector<Value*> values;  // all are loaded before one is stored: the ends may overlap
        for (std::uint64_t k = 0; k < bytes_; k += unit_) values.push_back(value_at(k));
        for (std::uint64_t k = 0; k < bytes_; k += unit_) {
            Value* const to = at_.CreateConstGEP1_64(at_.getInt8Ty(), block_.getRawDest(), k);
            same_place(at_.CreateAlignedStore(values[k / unit_], to, Align(unit_), block_.isVolatile()));
        }
        block_.eraseFromParent();
    }

private:
    Type* unit_type() { return at_.getIntNTy(static_cast<unsigned>(8 * unit_)); }

    Value* value_at(std::uint64_t k) {
        if (auto* const copy = dyn_cast<MemTransferInst>(&block_)) {
            Value* const from = at_.CreateConstGEP1_64(at_.getInt8Ty(), copy->getRawSource(), k);
            LoadInst* const load = at_.CreateAlignedLoad(unit_type(), from, Align(unit_), block_.isVolatile());
            same_place(load);
            return load;
        }
        Value* const byte = at_.CreateZExt(cast<MemSetInst>(block_).getValue(), unit_type());
        return at_.CreateMul(
            byte, ConstantInt::get(unit_type(), 0x0101010101010101u &
                                                    maskTrailingOnes<std::uint64_t>(static_cast<unsigned>(8 * unit_))));
    }

    void same_place(Instruction* made) const { made->setDebugLoc(block_.getDebugLoc()); }

    MemIntrinsic& block_;
    IRBuilder<> at_;
    std::uint64_t bytes_, unit_;
};

}  // namespace

void write_out_blocks(Function& kernel) {
    SmallVector<MemIntrinsic*> blocks;
    for (Instruction& i : instructions(kernel)) {
        auto* const block = dyn_cast<MemIntrinsic>(&i);
        if (block && isa<ConstantInt>(block->getLength())) blocks.push_back(block);
    }
    for (MemIntrinsic* block : blocks) {
        if (writer each(*block); each.is_short()) each.run();
    }
}

}  // namespace ndweave::compiler::c_source_detail
