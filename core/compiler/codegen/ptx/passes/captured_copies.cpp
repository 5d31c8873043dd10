#include "compiler/codegen/ptx/passes/captured_copies.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "compiler/codegen/ptx/passes/address_space.hpp"
#include "compiler/kernel_attributes.hpp"

namespace ndweave::compiler::ptx {
namespace {

/// What is done with a variable's address.
struct uses {
    std::vector<llvm::MemTransferInst*> writes;
    std::vector<llvm::Instruction*> reads;      // loads, and copies from it
    std::vector<llvm::Instruction*> addresses;  // of its parts, each behind that which it is made of
    std::vector<llvm::Instruction*> markers;

    /// False if something else is done with it.
    bool add_all_of(llvm::Value& address) {
        for (llvm::Use& use : address.uses()) {
            auto* user = llvm::cast<llvm::Instruction>(use.getUser());
            if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
                if (!load->isSimple()) return false;
                reads.push_back(load);
            } else if (llvm::isa<llvm::GetElementPtrInst>(user)) {
                addresses.push_back(user);
                if (!add_all_of(*user)) return false;
            } else if (user->isLifetimeStartOrEnd()) {
                markers.push_back(user);
            } else if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(user)) {
                if (copy->isVolatile()) return false;
                if (&use == &copy->getRawSourceUse())
                    reads.push_back(copy);
                else
                    writes.push_back(copy);
            } else {
                return false;
            }
        }
        return true;
    }
};

/// Where in the functor `address` points to, if that is the same for all work-items.
std::optional<std::int64_t> offset_in_functor(const llvm::Function& kernel, const llvm::Value* address) {
    const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
    std::int64_t offset = 0;
    for (;;) {
        llvm::APInt more(layout.getIndexTypeSizeInBits(address->getType()), 0);
        address = address->stripAndAccumulateConstantOffsets(layout, more, true);
        offset += more.getSExtValue();
        const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(address);
        if (!cast) break;
        address = cast->getPointerOperand();
    }
    if (address != kernel.getArg(0)) return std::nullopt;
    return offset;
}

class copy_reader {
public:
    explicit copy_reader(llvm::Function& kernel) : kernel_(kernel) {}

    /// Whether `variable` is gone: its readers read the functor.
    bool replace(llvm::AllocaInst& variable) {
        uses all;
        if (!all.add_all_of(variable) || all.writes.size() != 1) return false;
        llvm::MemTransferInst& copy = *all.writes.front();
        const auto size = variable.getAllocationSize(kernel_.getParent()->getDataLayout());
        const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
        if (copy.getRawDest() != &variable || !size || size->isScalable() || !length ||
            length->getZExtValue() != size->getFixedValue())
            return false;
        const std::optional<std::int64_t> offset = offset_in_functor(kernel_, copy.getRawSource());
        if (!offset) return false;
        read_at(variable, *offset, all);
        for (llvm::Instruction* marker : all.markers) marker->eraseFromParent();
        copy.eraseFromParent();
        for (auto address = all.addresses.rbegin(); address != all.addresses.rend(); ++address)
            (*address)->eraseFromParent();
        variable.eraseFromParent();
        return true;
    }

private:
    void read_at(llvm::AllocaInst& variable, std::int64_t offset, const uses& all) {
        llvm::IRBuilder<> builder(&*kernel_.getEntryBlock().getFirstInsertionPt());
        llvm::Value* functor = builder.CreateAddrSpaceCast(kernel_.getArg(0), builder.getPtrTy(param_space));
        moved_[&variable] = builder.CreateInBoundsGEP(builder.getInt8Ty(), functor, builder.getInt64(offset));
        const llvm::Align aligned =
            llvm::commonAlignment(kernel_.getArg(0)->getParamAlign().valueOrOne(), static_cast<std::uint64_t>(offset));
        for (llvm::Instruction* address : all.addresses) {
            auto* part = llvm::cast<llvm::GetElementPtrInst>(address);
            builder.SetInsertPoint(part);
            const llvm::SmallVector<llvm::Value*, 4> indices(part->indices());
            moved_[part] = builder.CreateGEP(part->getSourceElementType(), moved_.at(part->getPointerOperand()),
                                             indices, part->getName(), part->getNoWrapFlags());
        }
        for (llvm::Instruction* read : all.reads) {
            if (auto* load = llvm::dyn_cast<llvm::LoadInst>(read)) {
                load->setOperand(llvm::LoadInst::getPointerOperandIndex(), moved_.at(load->getPointerOperand()));
                load->setAlignment(std::min(load->getAlign(), aligned));
            } else {
                copy_from_functor(llvm::cast<llvm::MemTransferInst>(*read), aligned);
            }
        }
    }

    void copy_from_functor(llvm::MemTransferInst& copy, llvm::Align aligned) {
        llvm::IRBuilder<> builder(&copy);
        builder.CreateMemCpy(copy.getRawDest(), copy.getDestAlign(), moved_.at(copy.getRawSource()),
                             std::min(copy.getSourceAlign().valueOrOne(), aligned), copy.getLength());
        copy.eraseFromParent();
    }

    llvm::Function& kernel_;
    std::map<const llvm::Value*, llvm::Value*> moved_;
};

}  // namespace

llvm::PreservedAnalyses captured_copies::run(llvm::Function& kernel, llvm::FunctionAnalysisManager&) {
    if (!is_kernel(kernel) || kernel.arg_empty() || !kernel.hasParamAttribute(0, llvm::Attribute::ByVal))
        return llvm::PreservedAnalyses::all();
    std::vector<llvm::AllocaInst*> variables;
    for (llvm::Instruction& instruction : kernel.getEntryBlock()) {
        if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) variables.push_back(variable);
    }
    const std::size_t before = variables.size();
    // Again while there are fewer: what was a copy of one that is gone is a copy of the functor now.
    while (std::erase_if(variables,
                         [&](llvm::AllocaInst* variable) { return copy_reader(kernel).replace(*variable); }) > 0) {
    }
    const bool changed = variables.size() != before;
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace ndweave::compiler::ptx
