#include "work_item.hpp"

#include <llvm/IR/IntrinsicInst.h>

namespace ndweave::compiler::testing {

using namespace llvm;

void serial_interpreter::work_item::advance() {
    waits_for_ = meeting::none;
    if (!frames_.back().block) enter(code_.kernel_->getEntryBlock());
    for (;;) {
        const Instruction& i = *at()++;
        if (++steps_ > beside_.most) throw illegal_kernel("the kernel does not come to an end");
        if (run_observer* const observer = kernels_observer()) observer->executes(*this, i);
        if (const auto* end = dyn_cast<ReturnInst>(&i)) {
            if (!go_back(*end)) return;
        } else if (const auto* branch = dyn_cast<BranchInst>(&i)) {
            enter(*branch->getSuccessor(branch->isConditional() && !value(*branch->getCondition()) ? 1 : 0));
        } else if (const auto* choice = dyn_cast<SwitchInst>(&i)) {
            enter(*successor(*choice));
        } else if (const auto* call = dyn_cast<CallInst>(&i)) {
            if (waits_at(*call)) return;
            execute(*call);
        } else {
            execute(i);
        }
    }
}

void serial_interpreter::work_item::enter(const BasicBlock& block) {
    const BasicBlock* from = std::exchange(frames_.back().block, &block);
    if (run_observer* const observer = kernels_observer()) observer->enters(*this, from, block);
    SmallVector<std::uint64_t> chosen;
    for (const PHINode& phi : block.phis()) chosen.push_back(value(*phi.getIncomingValueForBlock(from)));
    for (const auto& [phi, one] : zip(block.phis(), chosen)) set(phi, one);
    at() = block.getFirstNonPHI()->getIterator();
}

void serial_interpreter::work_item::push_frame(const Function& function) {
    frame& made = frames_.emplace_back();
    made.registers.resize(code_.register_counts_.lookup(&function));
    made.stack_top = stack_.top();
}

bool serial_interpreter::work_item::go_back(const ReturnInst& end) {
    const std::uint64_t result = end.getReturnValue() ? value(*end.getReturnValue()) : 0;
    stack_.pop_to(frames_.back().stack_top);
    frames_.pop_back();
    if (frames_.empty()) return false;
    const Instruction& caller = *std::prev(at());
    set(caller, result);
    return true;
}

const BasicBlock* serial_interpreter::work_item::successor(const SwitchInst& choice) const {
    const std::uint64_t of = value(*choice.getCondition());
    for (const auto& one : choice.cases()) {
        if (one.getCaseValue()->getZExtValue() == of) return one.getCaseSuccessor();
    }
    return choice.getDefaultDest();
}

bool serial_interpreter::work_item::waits_at(const CallInst& call) {
    const StringRef name = call.getCalledFunction()->getName();
    if (!name.starts_with("__ndweave_")) return false;
    at_meeting_ = &call;
    waits_for_ = name.contains("shuffle")             ? meeting::shuffle
                 : name.contains("permute")           ? meeting::shuffle
                 : name.contains("group_any")         ? meeting::vote
                 : name.contains("sub_group_barrier") ? meeting::sub_group_barrier
                 : name.contains("barrier")           ? meeting::barrier
                                                      : meeting::none;
    return waits_for_ != meeting::none;
}

}  // namespace ndweave::compiler::testing
