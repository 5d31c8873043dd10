#include "random_branches.hpp"

#include <algorithm>
#include <array>

namespace ndweave::compiler::testing {

using namespace llvm;

void random_branches::branch(unsigned depth, scope converged, scope together) {
    BasicBlock *yes = block("yes"), *no = block("no"), *join = block("join");
    const bool otherwise = chance(50);
    at_.CreateCondBr(any_condition(together), yes, otherwise ? no : join);
    const scope here = std::min(converged, together);
    go_on_in(yes);
    body(depth - 1, 3, here);
    at_.CreateBr(join);
    go_on_in(no);
    if (otherwise) body(depth - 1, 3, here);
    at_.CreateBr(join);
    go_on_in(join);
    if (!otherwise) no->eraseFromParent();
}

/// Dense from 0 or 1 on, every second, or anything.
SmallVector<ConstantInt*> random_branches::case_values(unsigned count, unsigned bits) {
    SmallVector<ConstantInt*> values;
    const unsigned first = pick(2), stride = 1 + pick(2),
                   spread = chance(25) ? 1 + pick(1u << (std::min(bits, 32u) - 4)) : 0;
    for (unsigned i = 0; i < count; ++i) values.push_back(at_.getIntN(bits, first + i * (stride + spread)));
    return values;
}

/// Where a case goes on: behind the switch, in the next case, or out of the loop's iteration.
BasicBlock* random_branches::behind_case(BasicBlock* join, BasicBlock* next, bool may_leave_loop) {
    if (next && chance(25)) return next;
    if (may_leave_loop && chance(30)) return chance(50) ? loop_.left : loop_.next;
    return join;
}

/// A switch of two to seven cases of 8, 32 or 64 bits; some fall through to the next.
void random_branches::choose(unsigned depth, scope converged, scope together) {
    const unsigned cases = 2 + pick(chance(25) ? 6 : 3), bits = std::array{8u, 32u, 32u, 64u}[pick(4)];
    const scope here = std::min(converged, together);
    const bool may_leave_loop = loop_.left && here >= loop_.together;
    BasicBlock* join = block("join");
    SmallVector<BasicBlock*> blocks;
    for (unsigned i = 0; i < cases; ++i) blocks.push_back(block("case"));
    const auto values = case_values(cases, bits);
    Value* of = agreed_value(together);
    of = at_.CreateURem(of, constant(2 + pick(cases)));
    of = at_.CreateZExtOrTrunc(of, at_.getIntNTy(bits));
    // Of sparse cases, one whose value is hit.
    if (chance(50)) of = at_.CreateMul(of, at_.CreateSub(values[1], values[0]));
    SwitchInst* choice = at_.CreateSwitch(of, chance(50) ? join : blocks[0], cases);
    for (unsigned i = 0; i < cases; ++i) choice->addCase(values[i], blocks[i]);
    for (unsigned i = 0; i < cases; ++i) {
        go_on_in(blocks[i]);
        body(depth - 1, 2, here);
        at_.CreateBr(behind_case(join, i + 1 < cases ? blocks[i + 1] : nullptr, may_leave_loop));
    }
    go_on_in(join);
}

void random_branches::leave_for(BasicBlock* out, scope together) {
    BasicBlock* stay = block("stay");
    at_.CreateCondBr(any_condition(together), out, stay);
    go_on_in(stay);
}

void random_branches::skip_parts(unsigned depth, scope converged) {
    BasicBlock* out = block("out");
    for (unsigned parts = 1 + pick(3); parts != 0; --parts) {
        body(depth - 1, 2, converged);
        leave_for(out, scope::sub_group);
        converged = std::min(converged, scope::sub_group);
    }
    body(depth - 1, 2, converged);
    enter(out);
}

void random_branches::return_early() {
    BasicBlock* go_on = block("go_on");
    at_.CreateCondBr(at_.CreateICmpEQ(at_.CreateURem(uniform_value(), constant(16)), constant(3)), end_, go_on);
    go_on_in(go_on);
}

void random_branches::leave(scope together) {
    BasicBlock *go_on = block("go_on"), *gone = end_;
    if (chance(50)) {
        gone = block("gone");
        ReturnInst::Create(context_, gone);
    }
    at_.CreateCondBr(any_condition(together), gone, go_on);
    go_on_in(go_on);
}

}  // namespace ndweave::compiler::testing
