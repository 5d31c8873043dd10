#include "random_branches.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

void random_branches::branch(unsigned depth, bool converged, bool together) {
    BasicBlock *yes = block("yes"), *no = block("no"), *join = block("join");
    const bool otherwise = chance(50);
    at_.CreateCondBr(any_condition(together), yes, otherwise ? no : join);
    go_on_in(yes);
    body(depth - 1, 3, converged && together);
    at_.CreateBr(join);
    go_on_in(no);
    if (otherwise) body(depth - 1, 3, converged && together);
    at_.CreateBr(join);
    go_on_in(join);
    if (!otherwise) no->eraseFromParent();
}

/// A switch of two to four cases; some fall through to the next.
void random_branches::choose(unsigned depth, bool converged, bool together) {
    const unsigned cases = 2 + pick(3);
    BasicBlock* join = block("join");
    SmallVector<BasicBlock*> blocks;
    for (unsigned i = 0; i < cases; ++i) blocks.push_back(block("case"));
    Value* of = at_.CreateURem(together ? uniform_value() : value(), constant(2 + pick(4)));
    SwitchInst* choice = at_.CreateSwitch(of, chance(50) ? join : blocks[0], cases);
    const unsigned first = pick(2), stride = 1 + pick(2);
    for (unsigned i = 0; i < cases; ++i) choice->addCase(at_.getInt32(first + i * stride), blocks[i]);
    for (unsigned i = 0; i < cases; ++i) {
        go_on_in(blocks[i]);
        body(depth - 1, 2, converged && together);
        at_.CreateBr(i + 1 < cases && chance(25) ? blocks[i + 1] : join);
    }
    go_on_in(join);
}

void random_branches::return_early() {
    BasicBlock* go_on = block("go_on");
    at_.CreateCondBr(at_.CreateICmpEQ(at_.CreateURem(uniform_value(), constant(16)), constant(3)), end_, go_on);
    go_on_in(go_on);
}

void random_branches::leave() {
    BasicBlock *go_on = block("go_on"), *gone = end_;
    if (chance(50)) {
        gone = block("gone");
        ReturnInst::Create(context_, gone);
    }
    at_.CreateCondBr(any_condition(false), gone, go_on);
    go_on_in(go_on);
}

}  // namespace ndweave::compiler::testing
