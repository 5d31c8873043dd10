#include "compiler/target/c_source/moved_accesses.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "compiler/llvm_passes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/target/c_source/item_steps.hpp"
#include "compiler/target/c_source/unknown_zero.hpp"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace ndweave::compiler::c_source_detail {
namespace {

using namespace llvm;

/// The widest stride, in elements, of accesses that LLVM gathers (its option -max-interleave-group-factor).
constexpr std::int64_t widest_stride = 8;

class pinner {
public:
    pinner(Function& kernel, const std::uint32_t (&local_range)[3], AAResults& aliases)
        : kernel_(kernel), local_range_(local_range), aliases_(aliases) {
        for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&kernel)) {
            for (Instruction& i : *block) {
                if (calls(i, builtin::barrier)) {
                    ++region_;
                } else if (i.mayReadOrWriteMemory()) {
                    add(i);
                }
            }
        }
    }

    void run() {
        std::vector<Use*> addresses;
        for (std::size_t n = 0; n < accesses_.size(); ++n) {
            if (accesses_[n].strided && is_moved(n)) addresses.push_back(accesses_[n].address);
        }
        if (!addresses.empty()) pin(addresses);
    }

private:
    struct access {
        Instruction* made_by;
        unsigned region;  // the loop over work-items: one from barrier to barrier
        bool loads = false;
        Use* address = nullptr;         // null where it cannot be moved
        const Value* object = nullptr;  // to which it belongs
        bool strided = false;           // leaves gaps from one work-item to the next
        bool repeated = false;          // stands in the loop as often as a row has work-items
    };

    void add(Instruction& i) {
        if (auto* const load = dyn_cast<LoadInst>(&i); load && load->isSimple()) {
            add(i, true, load->getOperandUse(LoadInst::getPointerOperandIndex()), bytes_of(load->getType()));
        } else if (auto* const store = dyn_cast<StoreInst>(&i); store && store->isSimple()) {
            add(i, false, store->getOperandUse(StoreInst::getPointerOperandIndex()),
                bytes_of(store->getValueOperand()->getType()));
        } else if (auto* const block = dyn_cast<MemIntrinsic>(&i)) {  // written out in units of up to eight bytes
            if (auto* const copy = dyn_cast<MemTransferInst>(block)) add(i, true, copy->getRawSourceUse(), 0);
            add(i, false, block->getRawDestUse(), 0);
        } else {
            accesses_.push_back({&i, region_});
        }
    }

    std::int64_t bytes_of(Type* type) const {
        return static_cast<std::int64_t>(kernel_.getDataLayout().getTypeStoreSize(type).getFixedValue());
    }

    /// An access to so many bytes; 0: to units of up to eight.
    void add(Instruction& i, bool loads, Use& address, std::int64_t bytes) {
        access made{&i, region_, loads, &address, getUnderlyingObject(address, 0)};
        const std::int64_t widest = widest_stride * (bytes ? bytes : 8);
        std::int64_t row = 1;  // work-items along the axes before
        for (unsigned axis = 0; axis < 3 && row != 0 && row <= widest_stride; row *= local_range_[axis++]) {
            if (local_range_[axis] == 1) continue;
            const std::int64_t stride = std::abs(stride_of(*address, *made.object, axis, row));
            if (stride <= bytes || stride > widest) continue;
            made.strided = true;
            made.repeated |= row > 1;
        }
        accesses_.push_back(made);
    }

    /// Bytes from one work-item's address to the next one's along the axis.
    std::int64_t stride_of(const Value& pointer, const Value& object, unsigned axis, std::int64_t row) const {
        const DataLayout& layout = kernel_.getDataLayout();
        if (const auto* array = dyn_cast<AllocaInst>(&object)) {
            const std::optional<TypeSize> size = array->getAllocationSize(layout);
            return size ? row * static_cast<std::int64_t>(size->getFixedValue()) : 0;
        }
        std::int64_t stride = 0;
        for (const Value* at = &pointer; const auto* made = dyn_cast<GEPOperator>(at); at = made->getPointerOperand()) {
            for (auto index = gep_type_begin(made); index != gep_type_end(made); ++index) {
                if (index.isStruct()) continue;
                const auto scale = static_cast<std::int64_t>(index.getSequentialElementStride(layout).getFixedValue());
                stride += scale * step_of(*index.getOperand(), axis);
            }
        }
        return stride;
    }

    /// Whether the access would be moved past another one that it depends on, or that on it.
    bool is_moved(std::size_t n) const {
        const access& moved = accesses_[n];
        std::size_t from = n, to = n;  // the accesses past which it may be moved: upwards loads, stores downwards
        for (std::size_t other = 0; other < accesses_.size(); ++other) {
            if (accesses_[other].region != moved.region) continue;
            if (!moved.repeated && !may_be_gathered(moved, accesses_[other])) continue;
            moved.loads ? from = std::min(from, other) : to = std::max(to, other);
        }
        const MemoryLocation place = location_of(moved);
        return std::any_of(accesses_.begin() + from, accesses_.begin() + to + 1, [&](const access& passed) {
            if (passed.made_by == moved.made_by) return false;
            const ModRefInfo effect = aliases_.getModRefInfo(passed.made_by, place);
            return moved.loads ? isModSet(effect) : isModOrRefSet(effect);
        });
    }

    static MemoryLocation location_of(const access& a) {
        const auto* const block = dyn_cast<MemIntrinsic>(a.made_by);
        if (!block) return MemoryLocation::get(a.made_by);
        return a.loads ? MemoryLocation::getForSource(cast<MemTransferInst>(block)) : MemoryLocation::getForDest(block);
    }

    static bool may_be_gathered(const access& a, const access& b) {
        return b.strided && a.object == b.object && a.loads == b.loads;
    }

    void pin(ArrayRef<Use*> addresses) const {
        CallInst* const zero = call_of_zero(kernel_, zero_of_group);
        IRBuilder<> at(zero->getParent(), std::next(zero->getIterator()));
        Value* item = nullptr;
        for (unsigned axis = 0; axis < 3; ++axis) {
            if (local_range_[axis] == 1) continue;
            Value* const id = call_builtin(at, builtin::local_id, at.getInt32Ty(), {at.getInt32(axis)});
            item = item ? at.CreateAdd(item, id) : id;
        }
        Value* const hidden = at.CreateZExt(at.CreateAnd(item, zero), at.getInt64Ty());
        for (Use* address : addresses) {
            at.SetInsertPoint(cast<Instruction>(address->getUser()));
            address->set(at.CreatePtrAdd(address->get(), hidden));
        }
    }

    Function& kernel_;
    const std::uint32_t (&local_range_)[3];
    AAResults& aliases_;
    unsigned region_ = 0;
    std::vector<access> accesses_;  // in program order
};

}  // namespace

void pin_moved_accesses(Function& kernel, const std::uint32_t (&local_range)[3]) {
    struct pass : PassInfoMixin<pass> {
        const std::uint32_t (&local_range)[3];

        explicit pass(const std::uint32_t (&range)[3]) : local_range(range) {}
        PreservedAnalyses run(Function& function, FunctionAnalysisManager& analyses) {
            pinner(function, local_range, analyses.getResult<AAManager>(function)).run();
            return PreservedAnalyses::none();
        }
    };
    FunctionPassManager passes;
    passes.addPass(pass(local_range));
    run_passes(kernel, std::move(passes));
}

}  // namespace ndweave::compiler::c_source_detail
