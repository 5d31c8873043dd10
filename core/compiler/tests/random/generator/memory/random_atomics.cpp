#include "random_atomics.hpp"

#include <cstddef>

namespace ndweave::compiler::testing {

using namespace llvm;

/// Mostly relaxed, as counters are.
AtomicOrdering random_atomics::any_order() {
    static constexpr AtomicOrdering orders[] = {AtomicOrdering::Acquire, AtomicOrdering::Release,
                                                AtomicOrdering::AcquireRelease, AtomicOrdering::SequentiallyConsistent};
    return chance(70) ? AtomicOrdering::Monotonic : orders[pick(std::size(orders))];
}

void random_atomics::update_atomically() {
    if (chance(30)) return update_wide(field(offsetof(random_functor, wide_sums), at_.getPtrTy()));
    update(field(offsetof(random_functor, sums), at_.getPtrTy()));
}

/// Each place has one operation; the first four are counters.
void random_atomics::update(Value* sums) {
    static constexpr AtomicRMWInst::BinOp operations[] = {AtomicRMWInst::UMax, AtomicRMWInst::Or,  AtomicRMWInst::Xor,
                                                          AtomicRMWInst::Max,  AtomicRMWInst::And, AtomicRMWInst::UMin,
                                                          AtomicRMWInst::Min};
    static constexpr unsigned counters = 4, compared = counters + std::size(operations);
    static_assert(compared < sum_count);
    const bool counts = chance(60);
    const unsigned which = counts ? 0 : counters + pick(std::size(operations) + 1);
    Value* place = counts ? at_.CreateAnd(value(1), constant(counters - 1)) : constant(which);
    Value* at = element(sums, place);
    if (which == compared) return raise_by_comparing(at);
    const auto operation = !counts      ? operations[which - counters]
                           : chance(75) ? AtomicRMWInst::Add
                                        : AtomicRMWInst::Sub;
    Value* by = chance(30) ? constant(1) : value(1);
    at_.CreateAtomicRMW(operation, at, by, MaybeAlign(4), any_order());
}

void random_atomics::update_wide(Value* sums) {
    static constexpr AtomicRMWInst::BinOp operations[] = {AtomicRMWInst::Add,  AtomicRMWInst::UMax, AtomicRMWInst::Or,
                                                          AtomicRMWInst::Xor,  AtomicRMWInst::Max,  AtomicRMWInst::And,
                                                          AtomicRMWInst::UMin, AtomicRMWInst::Min};
    static_assert(std::size(operations) == wide_sum_count);
    const unsigned which = chance(40) ? 0 : pick(wide_sum_count);
    Type* const wide = at_.getInt64Ty();
    Value* by = typed_value(wide);
    at_.CreateAtomicRMW(operations[which], element(sums, constant(which), wide), by, MaybeAlign(8), any_order());
}

/// `while (old < made && !compare_exchange(old, made));`
void random_atomics::raise_by_comparing(Value* place) {
    BasicBlock *test = block("test"), *attempt = block("try"), *left = block("left");
    Value* made = value(1);
    Value* old = variable(word(), "old");
    auto* first = at_.CreateAlignedLoad(word(), place, MaybeAlign(4));
    first->setAtomic(AtomicOrdering::Monotonic);
    at_.CreateStore(first, old);
    enter(test);
    at_.CreateCondBr(at_.CreateICmpULT(load(old), made), attempt, left);
    go_on_in(attempt);
    Value* both = at_.CreateAtomicCmpXchg(place, load(old), made, MaybeAlign(4), AtomicOrdering::Monotonic,
                                          AtomicOrdering::Monotonic);
    at_.CreateStore(at_.CreateExtractValue(both, 0), old);
    at_.CreateCondBr(at_.CreateExtractValue(both, 1), left, test);
    go_on_in(left);
}

void random_atomics::update_own() {
    static constexpr AtomicRMWInst::BinOp operations[] = {AtomicRMWInst::Xchg, AtomicRMWInst::Add, AtomicRMWInst::UMin};
    Value* made = value(1);
    Value* place = own_memory();
    if (chance(60)) {
        const auto operation = operations[pick(std::size(operations))];
        Value* old = at_.CreateAtomicRMW(operation, place, made, MaybeAlign(4), any_order());
        at_.CreateStore(old, any_varying());
        return;
    }
    Value* expected = chance(50) ? load(own_memory()) : value(0);
    Value* both = at_.CreateAtomicCmpXchg(place, expected, made, MaybeAlign(4), AtomicOrdering::AcquireRelease,
                                          AtomicOrdering::Acquire);
    Value* old = at_.CreateExtractValue(both, 0);
    Value* done = at_.CreateZExt(at_.CreateExtractValue(both, 1), word());
    at_.CreateStore(chance(50) ? done : at_.CreateAdd(old, done), any_varying());
}

}  // namespace ndweave::compiler::testing
