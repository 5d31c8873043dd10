#include "random_exchange.hpp"

#include <cstddef>

namespace ndweave::compiler::testing {

using namespace llvm;

void random_exchange::act_together() {
    switch (pick(10)) {
        case 0:
        case 1:
        case 2:
            return exchange();
        case 3:
            return barrier();
        case 4:
            return tree();
        case 5:
            return sweep();
        case 6:
            return broadcast();
        case 7:
            return count_together();
        default:
            return shuffle();
    }
}

/// Which element a work-item takes, or has: another for each.
Value* random_exchange::partner() {
    switch (pick(4)) {
        case 0:
            return at_.CreateSub(constant(shape_.items - 1), linear_);
        case 1:
            return at_.CreateURem(at_.CreateAdd(linear_, at_.CreateURem(uniform_value(1), constant(64))),
                                  constant(shape_.items));
        default:
            return linear_;
    }
}

/// Every work-item writes an element and reads another's.
void random_exchange::exchange() {
    Type* types[] = {word(), word(), at_.getInt8Ty(), at_.getInt16Ty(), at_.getInt64Ty(), at_.getFloatTy()};
    Type* type = types[pick(std::size(types))];
    Value* made = value();
    made = type->isFloatTy() ? real(made, type) : at_.CreateSExtOrTrunc(made, type);
    at_.CreateStore(made, element(memory_, partner(), type));
    barrier();
    Value* from = chance(30) ? uniform_value(1) : chance(20) ? value(1) : at_.CreateAdd(linear_, uniform_value(1));
    Value* other = at_.CreateLoad(type, element(memory_, at_.CreateURem(from, constant(shape_.items)), type));
    other = type->isFloatTy() ? bits_of(other) : at_.CreateZExtOrTrunc(other, word());
    at_.CreateStore(other, any_varying());
    barrier();
}

void random_exchange::guarded(Value* condition, const std::function<void()>& body) {
    BasicBlock *yes = block("mine"), *join = block("join");
    at_.CreateCondBr(condition, yes, join);
    go_on_in(yes);
    body();
    enter(join);
}

/// `for (k = items / 2; k; k /= 2) { if (l < k) s[l] = f(s[l], s[l + k]); barrier(); }`
void random_exchange::tree() {
    BasicBlock *level = block("level"), *left = block("left");
    Value* k = variable(word(), "k");
    at_.CreateStore(value(), element(memory_, linear_));
    at_.CreateStore(
        chance(70) ? constant(shape_.items / 2) : at_.CreateURem(uniform_value(1), constant(shape_.items / 2 + 1)), k);
    barrier();
    enter(level);
    guarded(at_.CreateICmpULT(linear_, load(k)), [&] {
        Value* mine = element(memory_, linear_);
        Value* other = load(element(memory_, at_.CreateAdd(linear_, load(k))));
        at_.CreateStore(combine(load(mine), other), mine);
    });
    barrier();
    at_.CreateStore(at_.CreateLShr(load(k), 1), k);
    at_.CreateCondBr(zero(load(k)), left, level);
    go_on_in(left);
    at_.CreateStore(load(element(memory_, chance(50) ? constant(0) : linear_)), any_varying());
    barrier();
}

/// Every work-item goes over what all have written.
void random_exchange::sweep() {
    BasicBlock *turn = block("sweep"), *left = block("left");
    Value *k = variable(word(), "k"), *sum = any_varying();
    at_.CreateStore(value(), element(memory_, partner()));
    at_.CreateStore(constant(0), k);
    const unsigned step = 1 + shape_.items / 12;
    barrier();
    enter(turn);
    at_.CreateStore(combine(load(sum), load(element(memory_, load(k)))), sum);
    at_.CreateStore(at_.CreateAdd(load(k), constant(step)), k);
    at_.CreateCondBr(at_.CreateICmpULT(load(k), constant(shape_.items)), turn, left);
    go_on_in(left);
    barrier();
}

void random_exchange::broadcast() {
    Value* who = at_.CreateURem(uniform_value(1), constant(shape_.items));
    guarded(at_.CreateICmpEQ(linear_, who), [&] { at_.CreateStore(value(), memory_); });
    barrier();
    if (chance(50)) {
        at_.CreateStore(load(memory_), any_varying());
    } else {
        assign_uniform_from(load(memory_));
    }
    barrier();
}

void random_exchange::update(Value* sums) {
    static constexpr AtomicRMWInst::BinOp operations[] = {AtomicRMWInst::Add, AtomicRMWInst::Add,  AtomicRMWInst::Add,
                                                          AtomicRMWInst::Add, AtomicRMWInst::UMax, AtomicRMWInst::Or,
                                                          AtomicRMWInst::Xor, AtomicRMWInst::Max};
    const unsigned which = chance(60) ? 0 : pick(sum_count);
    Value* place = which == 0 ? at_.CreateAnd(value(1), constant(3)) : constant(which);
    at_.CreateAtomicRMW(operations[which], element(sums, place), value(1), MaybeAlign(4), AtomicOrdering::Monotonic);
}

void random_exchange::update_atomically() { update(field(offsetof(random_functor, sums), at_.getPtrTy())); }

/// Counters in local memory, behind everything else there.
void random_exchange::count_together() {
    Value* sums = element(memory_, constant(local_bytes_per_item / 4 * shape_.items));
    const bool side_by_side = shape_.items >= sum_count;
    guarded(side_by_side ? at_.CreateICmpULT(linear_, constant(sum_count)) : zero(linear_), [&] {
        if (side_by_side) at_.CreateStore(constant(0), element(sums, linear_));
        for (unsigned i = 0; i < sum_count && !side_by_side; ++i)
            at_.CreateStore(constant(0), element(sums, constant(i)));
    });
    barrier();
    update(sums);
    barrier();
    at_.CreateStore(load(element(sums, at_.CreateAnd(value(1), constant(sum_count - 1)))), any_varying());
    barrier();
}

/// A lane that exists: the last sub-group may be smaller.
void random_exchange::shuffle() {
    Value* size = constant(shape_.sub_group_size);
    Value* group = chance(50) ? builtin("__ndweave_sub_group_id", word(), {}) : at_.CreateUDiv(linear_, size);
    Value* mine = chance(50) ? builtin("__ndweave_sub_group_local_id", word(), {}) : at_.CreateURem(linear_, size);
    Value* here = at_.CreateBinaryIntrinsic(Intrinsic::umin, size,
                                            at_.CreateSub(constant(shape_.items), at_.CreateMul(group, size)));
    Value* wanted = chance(30) ? uniform_value(1) : chance(30) ? value(1) : at_.CreateXor(mine, constant(1 + pick(8)));
    Value* lane = at_.CreateURem(wanted, here);
    Value* sent = value();
    const bool is_long = chance(30);
    Type* type = is_long ? at_.getInt64Ty() : word();
    Value* got =
        builtin(is_long ? "__ndweave_shuffle_u64" : "__ndweave_shuffle_u32", type, {at_.CreateSExt(sent, type), lane});
    at_.CreateStore(at_.CreateTrunc(got, word()), any_varying());
    if (chance(15)) builtin("__ndweave_sub_group_barrier", at_.getVoidTy(), {});
}

}  // namespace ndweave::compiler::testing
