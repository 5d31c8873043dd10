#include "compiler/passes/regions/variable_liveness.hpp"

#include <llvm/ADT/PostOrderIterator.h>

namespace ndweave::compiler {

using namespace llvm;

variable_liveness::variable_liveness(Function& kernel, const std::vector<spill_variable>& variables)
    : count_(variables.size()) {
    DenseMap<const Value*, unsigned> index;
    for (unsigned i = 0; i < count_; ++i) index[variables[i].variable] = i;
    for (BasicBlock& block : kernel) {
        facts& f = blocks_[&block];
        f.read_first.resize(count_);
        f.stored.resize(count_);
        for (Instruction& i : block) {
            if (auto* load = dyn_cast<LoadInst>(&i)) {
                const auto at = index.find(load->getPointerOperand());
                if (at != index.end() && !f.stored[at->second]) f.read_first.set(at->second);
            } else if (auto* store = dyn_cast<StoreInst>(&i)) {
                const auto at = index.find(store->getPointerOperand());
                if (at != index.end()) f.stored.set(at->second);
            }
        }
        f.live_in = f.read_first;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (BasicBlock* block : post_order(&kernel)) {
            facts& f = blocks_[block];
            BitVector live(count_);
            for (BasicBlock* next : successors(block)) live |= blocks_[next].live_in;
            live.reset(f.stored);
            live |= f.read_first;
            changed |= live != f.live_in;
            f.live_in = std::move(live);
        }
    }
}

BitVector variable_liveness::stored_in(const SetVector<BasicBlock*>& blocks) const {
    BitVector all(count_);
    for (BasicBlock* block : blocks) all |= blocks_.find(block)->second.stored;
    return all;
}

}  // namespace ndweave::compiler
