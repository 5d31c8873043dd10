#include "compiler/passes/analysis/liveness.hpp"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>

namespace ndweave::compiler {

using namespace llvm;

liveness::liveness(Function& function) {
    for (const Instruction& i : instructions(function)) {
        for (const Use& use : i.uses()) add_use(i, use);
    }
}

void liveness::add_use(const Instruction& value, const Use& use) {
    blocks& live = live_[&value];
    const auto* user = cast<Instruction>(use.getUser());
    SmallVector<const BasicBlock*> reached_at_entry;
    if (const auto* phi = dyn_cast<PHINode>(user)) {
        const BasicBlock* from = phi->getIncomingBlock(use);
        live.out.insert(from);
        if (from != value.getParent()) reached_at_entry.push_back(from);
    } else if (user->getParent() != value.getParent()) {
        reached_at_entry.push_back(user->getParent());
    }
    while (!reached_at_entry.empty()) {
        const BasicBlock* block = reached_at_entry.pop_back_val();
        if (!live.in.insert(block).second) continue;
        for (const BasicBlock* before : predecessors(block)) {
            live.out.insert(before);
            if (before != value.getParent()) reached_at_entry.push_back(before);
        }
    }
}

bool liveness::live_in(const Instruction& value, const BasicBlock& block) const {
    const auto at = live_.find(&value);
    return at != live_.end() && at->second.in.contains(&block);
}

bool liveness::live_out(const Instruction& value, const BasicBlock& block) const {
    const auto at = live_.find(&value);
    return at != live_.end() && at->second.out.contains(&block);
}

bool liveness::live_after_definition(const Instruction& value, const Instruction& definition) const {
    const BasicBlock& block = *definition.getParent();
    const bool here = value.getParent() == &block;
    const bool both_phi = isa<PHINode>(value) && isa<PHINode>(definition);
    if (here ? !(both_phi || value.comesBefore(&definition)) : !live_in(value, block)) return false;
    if (live_out(value, block)) return true;
    return any_of(value.users(), [&](const User* user) {
        const auto* i = cast<Instruction>(user);
        return i->getParent() == &block && !isa<PHINode>(i) && (isa<PHINode>(definition) || definition.comesBefore(i));
    });
}

bool liveness::interfere(const Instruction& a, const Instruction& b) const {
    return live_after_definition(a, b) || live_after_definition(b, a);
}

}  // namespace ndweave::compiler
