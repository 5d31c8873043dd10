#include "compiler/codegen/ptx/kernel/drop_scratch_barriers.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "compiler/codegen/ptx/kernel/builtin_emitter.hpp"

namespace ndweave::compiler::ptx {
namespace {

/// What happens to the arrays, a bit for each.
struct accesses {
    unsigned read = 0, written = 0;

    void operator|=(const accesses& more) {
        read |= more.read;
        written |= more.written;
    }
    bool conflicts_with(const accesses& other) const {
        return ((read | written) & other.written) != 0 || (written & other.read) != 0;
    }
};

using access_map = llvm::DenseMap<const llvm::Instruction*, accesses>;

/// All loads and stores of what `pointer` points to. False where there are other uses.
bool collect(const llvm::Value& pointer, unsigned array, access_map& found) {
    for (const llvm::User* user : pointer.users()) {
        if (llvm::isa<llvm::GEPOperator, llvm::AddrSpaceCastOperator>(user)) {
            if (!collect(*user, array, found)) return false;
        } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
            found[load].read |= 1u << array;
        } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
                   store && store->getValueOperand() != &pointer) {
            found[store].written |= 1u << array;
        } else {
            return false;
        }
    }
    return true;
}

enum class barrier_kind { none, other, scratch };

barrier_kind kind_of(const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (!call || call->getIntrinsicID() != llvm::Intrinsic::nvvm_barrier0) return barrier_kind::none;
    return call->hasMetadata(scratch_barrier_name) ? barrier_kind::scratch : barrier_kind::other;
}

class scratch_barriers {
public:
    scratch_barriers(llvm::Function& kernel, const access_map& found) : kernel_(kernel), found_(found) {}

    void drop() {
        llvm::SmallVector<llvm::Instruction*> superfluous;
        for (llvm::Instruction& instruction : llvm::instructions(kernel_)) {
            if (kind_of(instruction) == barrier_kind::scratch &&
                !reachable<false>(instruction).conflicts_with(reachable<true>(instruction)))
                superfluous.push_back(&instruction);
        }
        for (llvm::Instruction* barrier : superfluous) barrier->eraseFromParent();
    }

private:
    /// What is on paths to (or from) `barrier` on which there is no barrier of another kind.
    template <bool Forward>
    accesses reachable(const llvm::Instruction& barrier) const {
        accesses all;
        llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
        llvm::SmallVector<const llvm::BasicBlock*> waiting;
        const auto go_on = [&](const llvm::BasicBlock& block) {
            const auto add = [&](const llvm::BasicBlock* next) {
                if (seen.insert(next).second) waiting.push_back(next);
            };
            if constexpr (Forward)
                for (const llvm::BasicBlock* next : successors(&block)) add(next);
            else
                for (const llvm::BasicBlock* next : predecessors(&block)) add(next);
        };
        const auto step = [](const llvm::Instruction& at) { return Forward ? at.getNextNode() : at.getPrevNode(); };
        const auto passes_through = [&](const llvm::Instruction* at) {
            for (; at; at = step(*at)) {
                if (kind_of(*at) == barrier_kind::other) return false;
                if (const auto access = found_.find(at); access != found_.end()) all |= access->second;
            }
            return true;
        };
        if (passes_through(step(barrier))) go_on(*barrier.getParent());
        while (!waiting.empty()) {
            const llvm::BasicBlock& block = *waiting.pop_back_val();
            if (passes_through(Forward ? &block.front() : &block.back())) go_on(block);
        }
        return all;
    }

    llvm::Function& kernel_;
    const access_map& found_;
};

}  // namespace

void drop_scratch_barriers(llvm::Function& kernel) {
    access_map found;
    for (unsigned array = 0; array < warp_scratch_names.size(); ++array) {
        const llvm::GlobalVariable* variable = kernel.getParent()->getNamedGlobal(warp_scratch_names[array]);
        if (variable && !collect(*variable, array, found)) return;
    }
    scratch_barriers(kernel, found).drop();
}

}  // namespace ndweave::compiler::ptx
