#include "random_exchange.hpp"

#include <cstddef>

namespace ndweave::compiler::testing {

using namespace llvm;

void random_exchange::act_together() {
    switch (pick(11)) {
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
        case 8:
            return transpose();
        default:
            return has_sub_groups(scope::work_group) ? act_in_sub_group() : exchange();
    }
}

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

/// `for (k = items / 2; k; k /= 2) { if (l < k) s[l] = f(s[l], s[l + k]); barrier(); }`
void random_exchange::tree() {
    BasicBlock *level = block("level"), *left = block("left");
    Value* k = variable(word(), "k");
    at_.CreateStore(value(), element(memory_, linear_));
    at_.CreateStore(
        chance(70) ? constant(shape_.items / 2) : at_.CreateURem(uniform_value(1), constant(shape_.items / 2 + 1)), k);
    barrier();
    enter(level);
    when(at_.CreateICmpULT(linear_, load(k)), [&] {
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
    BasicBlock *iteration = block("sweep"), *left = block("left");
    Value *k = variable(word(), "k"), *sum = any_varying();
    at_.CreateStore(value(), element(memory_, partner()));
    at_.CreateStore(constant(0), k);
    const unsigned step = 1 + shape_.items / 12;
    barrier();
    enter(iteration);
    at_.CreateStore(combine(load(sum), load(element(memory_, load(k)))), sum);
    at_.CreateStore(at_.CreateAdd(load(k), constant(step)), k);
    at_.CreateCondBr(at_.CreateICmpULT(load(k), constant(shape_.items)), iteration, left);
    go_on_in(left);
    barrier();
}

void random_exchange::broadcast() {
    Value* who = at_.CreateURem(uniform_value(1), constant(shape_.items));
    when(at_.CreateICmpEQ(linear_, who), [&] { at_.CreateStore(value(), memory_); });
    barrier();
    if (chance(50)) {
        at_.CreateStore(load(memory_), any_varying());
    } else {
        assign_uniform_from(load(memory_));
    }
    barrier();
}

/// Counters in local memory, behind everything else there.
void random_exchange::count_together() {
    const bool wide = chance(25);
    const unsigned first = local_bytes_per_item / 4 * shape_.items, count = wide ? wide_sum_count : sum_count;
    Type* const type = wide ? at_.getInt64Ty() : word();
    Value* sums = element(memory_, constant(first));
    const auto clear = [&](Value* which) {
        Value* start = ConstantInt::get(type, pick(3) == 0 ? 0x1234567 : 0);
        at_.CreateStore(start, element(sums, which, type));
    };
    const bool side_by_side = shape_.items >= count;
    when(side_by_side ? at_.CreateICmpULT(linear_, constant(count)) : zero(linear_), [&] {
        if (side_by_side) clear(linear_);
        for (unsigned i = 0; i < count && !side_by_side; ++i) clear(constant(i));
    });
    barrier();
    wide ? update_wide(sums) : update(sums);
    barrier();
    Value* result = at_.CreateLoad(type, element(sums, at_.CreateAnd(value(1), constant(count - 1)), type));
    at_.CreateStore(at_.CreateZExtOrTrunc(result, word()), any_varying());
    barrier();
}

/// `tile[y][x]` of rows of 8 words, or of 9, so that columns lie apart: written by rows, read by columns.
void random_exchange::transpose() {
    const unsigned columns = 8, rows = (shape_.items + columns - 1) / columns;
    Type* row = ArrayType::get(word(), columns + pick(2));
    Value* tile = element(memory_, constant(3 * shape_.items));
    const auto place = [&](Value* y, Value* x) {
        Type* wide = at_.getInt64Ty();
        Value* first = at_.CreateZExt(y, wide);
        return at_.CreateInBoundsGEP(row, tile, {first, at_.CreateZExt(x, wide)});
    };
    const auto divided = [&](Value* of, unsigned by) {
        Value* quotient = at_.CreateUDiv(of, constant(by));
        return std::pair(quotient, at_.CreateURem(of, constant(by)));
    };
    Value* made = value();
    const auto [y, x] = divided(linear_, columns);
    at_.CreateStore(made, place(y, x));
    barrier();
    Value* wanted = chance(50) ? partner() : at_.CreateAdd(linear_, uniform_value(1));
    auto [column, of] = divided(at_.CreateURem(wanted, constant(shape_.items)), rows);
    Value* index = at_.CreateAdd(at_.CreateMul(of, constant(columns)), column);
    const auto [from_row, from_column] =
        divided(at_.CreateBinaryIntrinsic(Intrinsic::umin, index, constant(shape_.items - 1)), columns);
    at_.CreateStore(load(place(from_row, from_column)), any_varying());
    barrier();
}

}  // namespace ndweave::compiler::testing
