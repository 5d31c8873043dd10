#include "random_loops.hpp"

#include <cstddef>

namespace ndweave::compiler::testing {

using namespace llvm;

/// In some loops: a way out of the turn, to `out`, that is taken now and then.
void random_loops::part_of_turn(unsigned depth, bool together, BasicBlock* out, unsigned percent) {
    if (!chance(percent)) return;
    BasicBlock* stay = block("stay");
    at_.CreateCondBr(any_condition(together), out, stay);
    go_on_in(stay);
    if (depth != 0 && chance(60)) body(depth - 1, 2, false);
}

/// At most 4 turns: up, down or by halves, tested before or after the turn; some with break and continue.
void random_loops::loop(unsigned depth, bool converged, bool together) {
    const unsigned way = pick(4);  // up twice as often
    const bool up = way < 2, halves = way == 3, after = chance(35);
    Value* count = variable(word(), "i");
    BasicBlock *test = block("test"), *turn = block("turn"), *next = block("next"), *left = block("left");
    Value* turns = at_.CreateURem(together ? uniform_value() : value(), constant(5));
    if (after) turns = at_.CreateBinaryIntrinsic(Intrinsic::umax, turns, constant(1));
    at_.CreateStore(up ? constant(0) : halves ? at_.CreateLShr(at_.CreateShl(constant(1), turns), 1) : turns, count);
    at_.CreateBr(after ? turn : test);
    go_on_in(test);
    Value* more = up ? at_.CreateICmpULT(load(count), turns) : at_.CreateICmpNE(load(count), constant(0));
    at_.CreateCondBr(more, turn, left);
    go_on_in(turn);
    if (chance(30)) at_.CreateStore(load(count), any_varying());
    const bool here = converged && together;
    const enclosing_loop outer = std::exchange(loop_, {left, next, here});
    body(depth - 1, 3, here);
    for (BasicBlock* out : {left, next}) {
        if (!chance(25)) continue;
        BasicBlock* stay = block("stay");
        at_.CreateCondBr(any_condition(together), out, stay);
        go_on_in(stay);
        body(depth - 1, 2, here);
    }
    loop_ = outer;
    enter(next);
    Value* i = load(count);
    at_.CreateStore(up       ? at_.CreateAdd(i, constant(1))
                    : halves ? at_.CreateLShr(i, 1)
                             : at_.CreateSub(i, constant(1)),
                    count);
    at_.CreateBr(test);
    go_on_in(left);
}

/// By work-item, mostly such that neighbours begin side by side.
Value* random_loops::first_of_walk() {
    Value* first = chance(50) ? linear_ : any_id();
    if (chance(50)) first = at_.CreateAdd(first, at_.CreateURem(uniform_value(1), constant(20)));
    return chance(10) ? at_.CreateURem(value(1), constant(64)) : first;
}

Value* random_loops::step_of_walk() {
    if (chance(50)) return constant((chance(50) ? shape_.items : 1 + pick(64)) + 4);
    return at_.CreateAdd(at_.CreateURem(uniform_value(1), constant(64)), constant(12));
}

/// `for (i = first; i < bound; i += step)` with the same step for all, over neighbouring elements of the input; some
/// with a break or a continue, some count in 64 bits, some down.
void random_loops::strided_loop(unsigned depth) {
    Type* type = chance(50) ? at_.getInt64Ty() : word();
    Value* index = variable(type, "i");
    BasicBlock *test = block("test"), *turn = block("turn"), *next = block("next"), *left = block("left");
    const auto widen = [&](Value* of) { return at_.CreateZExt(of, type); };
    const bool down = chance(20), flags = chance(50);
    Value* first = first_of_walk();
    Value* bound = at_.CreateURem(chance(90) ? uniform_value() : value(1), constant(input_size + 1));
    if (chance(25)) bound = constant(pick(input_size + 1));
    if (down) first = at_.CreateURem(first, constant(input_size));
    Value* step = widen(step_of_walk());
    at_.CreateStore(widen(first), index);
    bound = widen(bound);
    enter(test);
    Value* i = at_.CreateLoad(type, index);
    Value* more = down         ? at_.CreateICmpSGE(i, bound)
                  : chance(70) ? at_.CreateICmpULT(i, bound)
                               : at_.CreateICmpSLT(i, bound);
    at_.CreateCondBr(more, turn, left);
    go_on_in(turn);
    Value* read = load(at_.CreateInBoundsGEP(word(), field(0, at_.getPtrTy()), i));
    Value* sum = any_varying();
    at_.CreateStore(combine(load(sum), read), sum);
    if (chance(30)) at_.CreateStore(at_.CreateTrunc(i, word()), any_varying());
    if (chance(40)) body(depth - 1, 2, false);
    part_of_turn(depth, chance(50), left, 20);
    part_of_turn(depth, chance(50), next, 15);
    enter(next);
    Value* here = at_.CreateLoad(type, index);
    at_.CreateStore(down ? at_.CreateSub(here, step, "", false, flags) : at_.CreateAdd(here, step, "", flags, flags),
                    index);
    at_.CreateBr(test);
    go_on_in(left);
}

/// `for (p = input + first; p < end; p += step)` with a step for all.
void random_loops::pointer_loop(unsigned depth) {
    BasicBlock *test = block("test"), *turn = block("turn"), *next = block("next"), *left = block("left");
    Type* type = chance(60) ? word() : chance(50) ? at_.getInt8Ty() : at_.getInt16Ty();
    Value* at = variable(at_.getPtrTy(), "p");
    Value* input = field(offsetof(random_functor, input), at_.getPtrTy());
    Value* first = at_.CreateURem(first_of_walk(), constant(input_size));
    Value* step = step_of_walk();
    Value* end = element(input, at_.CreateURem(uniform_value(1), constant(input_size + 1)), type);
    at_.CreateStore(element(input, first, type), at);
    enter(test);
    Value* p = at_.CreateLoad(at_.getPtrTy(), at);
    at_.CreateCondBr(at_.CreateICmpULT(p, end), turn, left);
    go_on_in(turn);
    Value* sum = any_varying();
    at_.CreateStore(combine(load(sum), at_.CreateSExt(at_.CreateLoad(type, p), word())), sum);
    if (chance(30)) body(depth - 1, 2, false);
    part_of_turn(depth, chance(30), left, 25);
    part_of_turn(depth, chance(30), next, 15);
    enter(next);
    Value* here = at_.CreateLoad(at_.getPtrTy(), at);
    at_.CreateStore(at_.CreateGEP(type, here, at_.CreateZExt(step, at_.getInt64Ty())), at);
    at_.CreateBr(test);
    go_on_in(left);
}

/// Loops of 2 to 4 turns, by work-item, with a barrier in the first two of them.
void random_loops::unequal_trips() {
    Value* count = variable(word(), "i");
    BasicBlock *turn = block("turn"), *wait = block("wait"), *next = block("next"), *left = block("left");
    Value* turns = at_.CreateAdd(at_.CreateURem(linear_, constant(3)), constant(2));
    at_.CreateStore(constant(0), count);
    enter(turn);
    Value* sum = at_.CreateAdd(load(own_memory()), at_.CreateAdd(value(1), load(count)));
    at_.CreateStore(sum, own_memory());
    at_.CreateCondBr(at_.CreateICmpULT(load(count), constant(2)), wait, next);
    go_on_in(wait);
    barrier();
    enter(next);
    at_.CreateStore(at_.CreateAdd(load(count), constant(1)), count);
    at_.CreateCondBr(at_.CreateICmpULT(load(count), turns), turn, left);
    go_on_in(left);
}

}  // namespace ndweave::compiler::testing
