#include "random_shapes.hpp"

#include <cstddef>

namespace ndweave::compiler::testing {

using namespace llvm;

Value* random_shapes::captured(unsigned offset) { return field(offset, word()); }

/// Adds up over so many iterations.
void random_shapes::count_iterations(Value* iterations) {
    Value* sum = any_varying();
    count_up(constant(0), iterations, constant(1), [&](Value* i) {
        Value* read = input(at_.CreateAdd(linear_, i));
        at_.CreateStore(combine(load(sum), read), sum);
    });
}

void random_shapes::arm(unsigned depth, Value* result) {
    if (chance(70)) {
        const unsigned inner = depth > 1 ? depth - 1 : 1;
        constexpr scope each = scope::work_item;
        chance(60) ? branch(inner, each, each) : chance(50) ? loop(inner, each, each) : choose(inner, each, each);
    } else {
        when(any_condition(scope_of_lanes()), [&] { body(0, 2, scope::work_item); });
    }
    if (chance(80)) body(0, 2, scope::work_item);
    Value* made = chance(60) ? constant(pick(6)) : uniform_source();
    at_.CreateStore(made, result);
}

void random_shapes::use_together(Value* result, scope converged) {
    const bool of_group = converged == scope::work_group && has_barriers();
    if ((of_group || has_sub_groups(converged)) && chance(80)) {
        !of_group ? act_in_sub_group() : chance(70) ? barrier() : act_together();
        Value* kept = load(result);
        at_.CreateStore(combine(kept, load(any_varying())), any_varying());
    } else {
        count_iterations(at_.CreateURem(load(result), constant(7)));
    }
}

void random_shapes::arms(unsigned depth, scope converged) {
    Value* result = chance(50) ? any_varying() : variable(word(), "kind");
    Value* which = any_condition(scope::work_item);
    either(which, [&] { arm(depth, result); }, [&] { arm(depth, result); });
    if (chance(30)) body(0, 2, converged);
    use_together(result, converged);
}

void random_shapes::exit_of_search(Value* why, BasicBlock* left, scope together) {
    BasicBlock *found = block("found"), *stay = block("stay");
    at_.CreateCondBr(any_condition(together), found, stay);
    go_on_in(found);
    at_.CreateStore(chance(75) ? constant(pick(5)) : uniform_source(), why);
    at_.CreateBr(left);
    go_on_in(stay);
}

void random_shapes::search(unsigned depth, scope converged) {
    Value *why = variable(word(), "why"), *count = variable(word(), "k"), *at = any_varying();
    BasicBlock *iteration = block("iteration"), *left = block("left");
    at_.CreateStore(constant(0), count);
    enter(iteration);
    const unsigned exits = 1 + pick(3);
    for (unsigned i = 0; i < exits; ++i) {
        if (chance(40)) body(depth - 1, 1, scope::work_item);
        if (chance(40)) at_.CreateStore(input(load(at)), at);
        exit_of_search(why, left, chance(50) ? scope::work_group : scope::work_item);
    }
    at_.CreateStore(at_.CreateAdd(load(count), constant(1)), count);
    at_.CreateStore(chance(75) ? constant(pick(5)) : uniform_source(), why);
    Value* more = at_.CreateICmpULT(load(count), constant(2 + pick(4)));
    if (chance(50)) {
        more = at_.CreateAnd(more, any_condition(chance(30) ? scope::work_group : scope::work_item));
    }
    at_.CreateCondBr(more, iteration, left);
    go_on_in(left);
    use_together(why, converged);
}

void random_shapes::guarded_division(unsigned depth) {
    Value* dividend = chance(50) ? captured(offsetof(random_functor, m)) : uniform_source();
    Value* divisor = chance(50) ? captured(offsetof(random_functor, n)) : uniform_source();
    divisor = at_.CreateOr(at_.CreateAnd(divisor, constant(0xff)), constant(1));
    if (chance(40)) count_iterations(at_.CreateURem(value(1), constant(6)));
    Value* result = any_varying();
    const auto look_up = [&] {
        if (chance(50)) at_.CreateStore(constant(pick(9)), result);
        when(any_condition(scope::work_item), [&] {
            Value* index = at_.CreateBinOp(any_division(), dividend, divisor);
            at_.CreateStore(chance(70) ? input(index) : tabulated(index), result);
        });
        if (chance(50)) at_.CreateStore(load(result), own_memory());
    };
    if (chance(50)) {
        either(any_condition(scope_of_lanes()), look_up, [&] { body(depth - 1, 2, scope::work_item); });
    } else {
        look_up();
    }
}

/// `k = lid; do .. while ((k += items) < end)` or `for`, with a barrier in each iteration.
void random_shapes::steps(unsigned depth, Value* end) {
    Value* k = variable(word(), "k");
    BasicBlock *iteration = block("iteration"), *left = block("left");
    Value* mine = element(memory_, linear_);
    at_.CreateStore(linear_, k);
    const auto test = [&] { at_.CreateCondBr(at_.CreateICmpULT(load(k), end), iteration, left); };
    if (chance(60)) {
        test();
    } else {
        at_.CreateBr(iteration);
    }
    go_on_in(iteration);
    barrier();
    Value* made = input(at_.CreateAdd(load(k), load(any_varying())));
    at_.CreateStore(made, mine);
    barrier();
    Value* other = load(element(memory_, at_.CreateURem(at_.CreateMul(load(k), constant(7)), constant(shape_.items))));
    at_.CreateStore(other, any_varying());
    if (depth > 1 && chance(60)) steps(depth - 1, end);
    if (chance(40)) {
        barrier();
        // The compiler does not see that all work-items iterate equally often.
        body(0, 2, sub_groups_ == sub_group_use::unseen ? scope::sub_group : scope::work_item);
        if (chance(50)) exchange();
    }
    at_.CreateStore(at_.CreateAdd(load(k), constant(shape_.items)), k);
    test();
    go_on_in(left);
    barrier();
}

void random_shapes::equal_trips(unsigned depth) {
    const unsigned offset = chance(50) ? offsetof(random_functor, n) : offsetof(random_functor, m);
    Value* iterations = chance(30) ? constant(1 + pick(4)) : at_.CreateAnd(captured(offset), constant(3));
    steps(depth, at_.CreateMul(iterations, constant(shape_.items)));
}

void random_shapes::read_again() {
    Value *k = variable(word(), "k"), *sum = any_varying();
    Value* const place = chance(50) ? constant(pick(input_size)) : captured(offsetof(random_functor, m));
    BasicBlock *iteration = block("iteration"), *left = block("left");
    Value* iterations = at_.CreateURem(chance(60) ? linear_ : value(1), constant(5));
    at_.CreateStore(constant(0), k);
    enter(iteration);
    if (chance(70)) at_.CreateStore(load(k), own_memory());
    at_.CreateStore(at_.CreateAdd(load(sum), input(place)), sum);
    at_.CreateStore(at_.CreateAdd(load(k), constant(1)), k);
    at_.CreateCondBr(at_.CreateICmpULT(load(k), iterations), iteration, left);
    go_on_in(left);
    when(condition(input(place)),
         [&] { chance(50) && has_sub_groups(scope::work_group) ? call_sub_group_function() : act_together(); });
}

void random_shapes::edges(unsigned depth) {
    Value* id = any_id();
    Value* count = basic() ? constant(shape_.items) : builtin("__ndweave_local_range", word(), {constant(pick(3))});
    Value* last = at_.CreateSub(count, constant(1));
    Value* inner = at_.CreateAnd(at_.CreateICmpUGT(id, constant(0)), at_.CreateICmpULT(any_id(), last));
    if (chance(50)) {
        either(inner, [&] { body(depth - 1, 2, scope::work_item); }, [&] { body(depth - 1, 1, scope::work_item); });
    } else {
        when(inner, [&] { body(depth - 1, 3, scope::work_item); });
    }
}

}  // namespace ndweave::compiler::testing
