#include "random_shapes.hpp"

#include <cstddef>

namespace ndweave::compiler::testing {

using namespace llvm;

Value* random_shapes::captured(unsigned offset) { return field(offset, word()); }

/// Adds up over so many turns.
void random_shapes::count_turns(Value* turns) {
    Value* sum = any_varying();
    count_up(constant(0), turns, constant(1), [&](Value* i) {
        Value* read = input(at_.CreateAdd(linear_, i));
        at_.CreateStore(combine(load(sum), read), sum);
    });
}

void random_shapes::arm(unsigned depth, Value* result) {
    if (chance(70)) {
        const unsigned inner = depth > 1 ? depth - 1 : 1;
        chance(60) ? branch(inner, false, false) : chance(50) ? loop(inner, false, false) : choose(inner, false, false);
    } else {
        when(any_condition(true), [&] { body(0, 2, false); });
    }
    if (chance(80)) body(0, 2, false);
    Value* made = chance(60) ? constant(pick(6)) : uniform_source();
    at_.CreateStore(made, result);
}

void random_shapes::use_together(Value* result, bool converged) {
    if (converged && has_barriers() && chance(80)) {
        chance(70) ? barrier() : act_together();
        Value* kept = load(result);
        at_.CreateStore(combine(kept, load(any_varying())), any_varying());
    } else {
        count_turns(at_.CreateURem(load(result), constant(7)));
    }
}

void random_shapes::arms(unsigned depth, bool converged) {
    Value* result = chance(50) ? any_varying() : variable(word(), "kind");
    Value* which = any_condition(false);
    either(which, [&] { arm(depth, result); }, [&] { arm(depth, result); });
    if (chance(30)) body(0, 2, converged);
    use_together(result, converged);
}

void random_shapes::exit_of_search(Value* why, BasicBlock* left, bool together) {
    BasicBlock *found = block("found"), *stay = block("stay");
    at_.CreateCondBr(any_condition(together), found, stay);
    go_on_in(found);
    at_.CreateStore(chance(75) ? constant(pick(5)) : uniform_source(), why);
    at_.CreateBr(left);
    go_on_in(stay);
}

void random_shapes::search(unsigned depth, bool converged) {
    Value *why = variable(word(), "why"), *count = variable(word(), "k"), *at = any_varying();
    BasicBlock *turn = block("turn"), *left = block("left");
    at_.CreateStore(constant(0), count);
    enter(turn);
    const unsigned exits = 1 + pick(3);
    for (unsigned i = 0; i < exits; ++i) {
        if (chance(40)) body(depth - 1, 1, false);
        if (chance(40)) at_.CreateStore(input(load(at)), at);
        exit_of_search(why, left, chance(50));
    }
    at_.CreateStore(at_.CreateAdd(load(count), constant(1)), count);
    at_.CreateStore(chance(75) ? constant(pick(5)) : uniform_source(), why);
    Value* more = at_.CreateICmpULT(load(count), constant(2 + pick(4)));
    if (chance(50)) more = at_.CreateAnd(more, any_condition(chance(30)));
    at_.CreateCondBr(more, turn, left);
    go_on_in(left);
    use_together(why, converged);
}

void random_shapes::guarded_division(unsigned depth) {
    static constexpr Instruction::BinaryOps divisions[] = {Instruction::UDiv, Instruction::URem, Instruction::SDiv,
                                                           Instruction::SRem};
    Value* dividend = chance(50) ? captured(offsetof(random_functor, m)) : uniform_source();
    Value* divisor = chance(50) ? captured(offsetof(random_functor, n)) : uniform_source();
    divisor = at_.CreateOr(at_.CreateAnd(divisor, constant(0xff)), constant(1));
    if (chance(40)) count_turns(at_.CreateURem(value(1), constant(6)));
    Value* result = any_varying();
    const auto look_up = [&] {
        if (chance(50)) at_.CreateStore(constant(pick(9)), result);
        when(any_condition(false), [&] {
            Value* index = at_.CreateBinOp(divisions[pick(4)], dividend, divisor);
            at_.CreateStore(chance(70) ? input(index) : tabulated(index), result);
        });
        if (chance(50)) at_.CreateStore(load(result), own_memory());
    };
    if (chance(50)) {
        either(any_condition(true), look_up, [&] { body(depth - 1, 2, false); });
    } else {
        look_up();
    }
}

/// `k = lid; do .. while ((k += items) < end)` or `for`, with a barrier in each turn.
void random_shapes::steps(unsigned depth, Value* end) {
    Value* k = variable(word(), "k");
    BasicBlock *turn = block("turn"), *left = block("left");
    Value* mine = element(memory_, linear_);
    at_.CreateStore(linear_, k);
    const auto test = [&] { at_.CreateCondBr(at_.CreateICmpULT(load(k), end), turn, left); };
    if (chance(60)) {
        test();
    } else {
        at_.CreateBr(turn);
    }
    go_on_in(turn);
    barrier();
    Value* made = input(at_.CreateAdd(load(k), load(any_varying())));
    at_.CreateStore(made, mine);
    barrier();
    Value* other = load(element(memory_, at_.CreateURem(at_.CreateMul(load(k), constant(7)), constant(shape_.items))));
    at_.CreateStore(other, any_varying());
    if (depth > 1 && chance(60)) steps(depth - 1, end);
    if (chance(40)) {
        barrier();
        // No sub-group operations: the compiler does not see that all work-items turn equally often, and refuses them.
        body(0, 2, false);
        if (chance(50)) exchange();
    }
    at_.CreateStore(at_.CreateAdd(load(k), constant(shape_.items)), k);
    test();
    go_on_in(left);
    barrier();
}

void random_shapes::equal_trips(unsigned depth) {
    const unsigned offset = chance(50) ? offsetof(random_functor, n) : offsetof(random_functor, m);
    Value* turns = chance(30) ? constant(1 + pick(4)) : at_.CreateAnd(captured(offset), constant(3));
    steps(depth, at_.CreateMul(turns, constant(shape_.items)));
}

void random_shapes::read_again() {
    Value *k = variable(word(), "k"), *sum = any_varying();
    Value* const place = chance(50) ? constant(pick(input_size)) : captured(offsetof(random_functor, m));
    BasicBlock *turn = block("turn"), *left = block("left");
    Value* turns = at_.CreateURem(chance(60) ? linear_ : value(1), constant(5));
    at_.CreateStore(constant(0), k);
    enter(turn);
    if (chance(70)) at_.CreateStore(load(k), own_memory());
    at_.CreateStore(at_.CreateAdd(load(sum), input(place)), sum);
    at_.CreateStore(at_.CreateAdd(load(k), constant(1)), k);
    at_.CreateCondBr(at_.CreateICmpULT(load(k), turns), turn, left);
    go_on_in(left);
    when(condition(input(place)), [&] { chance(50) ? shuffle() : act_together(); });
}

void random_shapes::edges(unsigned depth) {
    Value* id = any_id();
    Value* count = basic() ? constant(shape_.items) : builtin("__ndweave_local_range", word(), {constant(pick(3))});
    Value* last = at_.CreateSub(count, constant(1));
    Value* inner = at_.CreateAnd(at_.CreateICmpUGT(id, constant(0)), at_.CreateICmpULT(any_id(), last));
    if (chance(50)) {
        either(inner, [&] { body(depth - 1, 2, false); }, [&] { body(depth - 1, 1, false); });
    } else {
        when(inner, [&] { body(depth - 1, 3, false); });
    }
}

}  // namespace ndweave::compiler::testing
