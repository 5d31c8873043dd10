#include "random_loops.hpp"

#include <cstddef>

namespace ndweave::compiler::testing {

using namespace llvm;

/// Now and then more than single work-items.
scope random_loops::any_scope(unsigned percent) {
    if (!chance(percent)) return scope::work_item;
    return divides_group() && chance(50) ? scope::sub_group : scope::work_group;
}

/// In some loops: a way out of the iteration, to `out`, that is taken now and then.
void random_loops::part_of_iteration(unsigned depth, scope together, BasicBlock* out, unsigned percent) {
    if (!chance(percent)) return;
    leave_for(out, together);
    if (depth != 0 && chance(60)) body(depth - 1, 2, scope::work_item);
}

/// At most 4 iterations: up, down or by halves, tested before or after the iteration; some with break and continue.
void random_loops::loop(unsigned depth, scope converged, scope together) {
    const unsigned way = pick(4);  // up twice as often
    const bool up = way < 2, halves = way == 3, after = chance(35);
    Value* count = variable(word(), "i");
    BasicBlock *test = block("test"), *iteration = block("iteration"), *next = block("next"), *left = block("left");
    Value* iterations = at_.CreateURem(agreed_value(together), constant(5));
    if (after) iterations = at_.CreateBinaryIntrinsic(Intrinsic::umax, iterations, constant(1));
    at_.CreateStore(up       ? constant(0)
                    : halves ? at_.CreateLShr(at_.CreateShl(constant(1), iterations), 1)
                             : iterations,
                    count);
    at_.CreateBr(after ? iteration : test);
    go_on_in(test);
    Value* more = up ? at_.CreateICmpULT(load(count), iterations) : at_.CreateICmpNE(load(count), constant(0));
    at_.CreateCondBr(more, iteration, left);
    go_on_in(iteration);
    if (chance(30)) at_.CreateStore(load(count), any_varying());
    const scope here = std::min(converged, together);
    const enclosing_loop outer = std::exchange(loop_, {left, next, here});
    body(depth - 1, 3, here);
    for (BasicBlock* out : {left, next}) {
        if (!chance(25)) continue;
        leave_for(out, together);
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
    BasicBlock *test = block("test"), *iteration = block("iteration"), *next = block("next"), *left = block("left");
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
    at_.CreateCondBr(more, iteration, left);
    go_on_in(iteration);
    Value* read = load(at_.CreateInBoundsGEP(word(), field(0, at_.getPtrTy()), i));
    Value* sum = any_varying();
    at_.CreateStore(combine(load(sum), read), sum);
    if (chance(30)) at_.CreateStore(at_.CreateTrunc(i, word()), any_varying());
    if (chance(40)) body(depth - 1, 2, scope::work_item);
    part_of_iteration(depth, any_scope(50), left, 20);
    part_of_iteration(depth, any_scope(50), next, 15);
    enter(next);
    Value* here = at_.CreateLoad(type, index);
    at_.CreateStore(down ? at_.CreateSub(here, step, "", false, flags) : at_.CreateAdd(here, step, "", flags, flags),
                    index);
    at_.CreateBr(test);
    go_on_in(left);
}

/// `for (p = input + first; p < end; p += step)` with a step for all.
void random_loops::pointer_loop(unsigned depth) {
    BasicBlock *test = block("test"), *iteration = block("iteration"), *next = block("next"), *left = block("left");
    Type* type = chance(60) ? word() : chance(50) ? at_.getInt8Ty() : at_.getInt16Ty();
    Value* at = variable(at_.getPtrTy(), "p");
    Value* input = field(offsetof(random_functor, input), at_.getPtrTy());
    Value* first = at_.CreateURem(first_of_walk(), constant(input_size));
    Value* step = step_of_walk();
    Value* end = element(input, at_.CreateURem(uniform_value(1), constant(input_size + 1)), type);
    at_.CreateStore(element(input, first, type), at);
    enter(test);
    Value* p = at_.CreateLoad(at_.getPtrTy(), at);
    at_.CreateCondBr(at_.CreateICmpULT(p, end), iteration, left);
    go_on_in(iteration);
    Value* sum = any_varying();
    at_.CreateStore(combine(load(sum), at_.CreateSExt(at_.CreateLoad(type, p), word())), sum);
    if (chance(30)) body(depth - 1, 2, scope::work_item);
    part_of_iteration(depth, any_scope(30), left, 25);
    part_of_iteration(depth, any_scope(30), next, 15);
    enter(next);
    Value* here = at_.CreateLoad(at_.getPtrTy(), at);
    at_.CreateStore(at_.CreateGEP(type, here, at_.CreateZExt(step, at_.getInt64Ty())), at);
    at_.CreateBr(test);
    go_on_in(left);
}

/// Loops of 2 to 4 iterations, by work-item, with a barrier or sub-group operation in the first two of them.
void random_loops::unequal_trips(scope meets) {
    Value* count = variable(word(), "i");
    BasicBlock *iteration = block("iteration"), *wait = block("wait"), *next = block("next"), *left = block("left");
    Value* iterations = at_.CreateAdd(at_.CreateURem(linear_, constant(3)), constant(2));
    at_.CreateStore(constant(0), count);
    enter(iteration);
    Value* sum = at_.CreateAdd(load(own_memory()), at_.CreateAdd(value(1), load(count)));
    at_.CreateStore(sum, own_memory());
    at_.CreateCondBr(at_.CreateICmpULT(load(count), constant(2)), wait, next);
    go_on_in(wait);
    if (meets == scope::work_group) barrier();
    if (meets == scope::sub_group || (sub_groups_ == sub_group_use::unseen && chance(50))) act_in_sub_group();
    enter(next);
    at_.CreateStore(at_.CreateAdd(load(count), constant(1)), count);
    at_.CreateCondBr(at_.CreateICmpULT(load(count), iterations), iteration, left);
    go_on_in(left);
}

/// `for (row = sub_group; row < rows; row += sub_groups)`: the lanes go over a row's elements, and add them up.
void random_loops::rows_by_sub_groups(unsigned depth) {
    const unsigned size = shape_.sub_group_size, groups = (shape_.items + size - 1) / size;
    const auto op = static_cast<operation>(pick(5));
    Value *row = variable(word(), "row"), *sum = variable(word(), "sum");
    BasicBlock *test = block("test"), *iteration = block("iteration"), *next = block("next"), *left = block("left");
    Value* rows = at_.CreateURem(uniform_value(1), constant(2 * groups + 3));
    at_.CreateStore(sub_group_number(), row);
    enter(test);
    at_.CreateCondBr(at_.CreateICmpULT(load(row), rows), iteration, left);
    go_on_in(iteration);
    Value* length = chance(50) ? constant(size + pick(size)) : at_.CreateURem(input(load(row)), constant(2 * size + 1));
    at_.CreateStore(constant(pick(9)), sum);
    count_up(lane(), length, constant(size), [&](Value* i) {
        Value* read = input(at_.CreateAdd(at_.CreateMul(load(row), constant(size)), i));
        at_.CreateStore(apply(op, load(sum), read), sum);
    });
    Value* result = at_.CreateCall(sub_group_reduction(word(), op), {load(sum), linear_, constant(shape_.items)});
    if (chance(50)) {
        when(zero(lane()), [&] { at_.CreateStore(result, own_memory()); });
    } else {
        chance(50) ? keep(result) : assign_by_sub_group_from(result);
    }
    const enclosing_loop outer = std::exchange(loop_, {left, next, scope::sub_group});
    if (chance(30)) leave_for(chance(50) ? left : next, scope::sub_group);
    if (chance(60)) body(depth - 1, 2, scope::sub_group);
    loop_ = outer;
    enter(next);
    at_.CreateStore(at_.CreateAdd(load(row), constant(groups)), row);
    at_.CreateBr(test);
    go_on_in(left);
}

}  // namespace ndweave::compiler::testing
