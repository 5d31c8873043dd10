#include "random_group_functions.hpp"

#include <algorithm>
#include <array>

namespace ndweave::compiler::testing {

using namespace llvm;

Value* random_group_functions::scratch(Type* type) {
    return builtin("__ndweave_group_scratch", at_.getPtrTy(), {constant(type->getIntegerBitWidth() / 8)});
}

/// The leader's part: `for (i = 1; i < items; ++i) ...` over the scratch's values.
Value* random_group_functions::fold(Type* type, operation op, Value* items, bool keeps_parts) {
    Value* values = scratch(type);
    Value* sum = variable(type, "sum");
    at_.CreateStore(at_.CreateLoad(type, values), sum);
    count_up(constant(1), items, constant(1), [&](Value* i) {
        Value* place = element(values, i, type);
        Value* before = at_.CreateLoad(type, sum);
        Value* made = apply(op, before, at_.CreateLoad(type, place));
        at_.CreateStore(made, sum);
        if (keeps_parts) at_.CreateStore(made, place);
    });
    return at_.CreateLoad(type, sum);
}

Function* random_group_functions::reduction(Type* type, operation op) {
    return combination("reduce_over_group", type, op, [&](Function& f) {
        Value* values = scratch(type);
        at_.CreateStore(f.getArg(0), element(values, f.getArg(1), type));
        barrier();
        when(zero(f.getArg(1)), [&] { at_.CreateStore(fold(type, op, f.getArg(2), false), values); });
        barrier();
        Value* result = at_.CreateLoad(type, values);
        barrier();
        return result;
    });
}

Function* random_group_functions::scan(Type* type, operation op, bool inclusive) {
    return combination(inclusive ? "inclusive_scan" : "exclusive_scan", type, op, [&](Function& f) {
        Value* values = scratch(type);
        Value* const lid = f.getArg(1);
        at_.CreateStore(f.getArg(0), element(values, lid, type));
        barrier();
        when(zero(lid), [&] { fold(type, op, f.getArg(2), true); });
        barrier();
        Value* result = variable(type, "result");
        at_.CreateStore(ConstantInt::get(type, 7), result);
        const auto take = [&](Value* from) {
            at_.CreateStore(at_.CreateLoad(type, element(values, from, type)), result);
        };
        if (inclusive) {
            take(lid);
        } else {
            when(at_.CreateICmpUGT(lid, constant(0)), [&] { take(at_.CreateSub(lid, constant(1))); });
        }
        barrier();
        return at_.CreateLoad(type, result);
    });
}

/// The second argument says whether the work-item is the source.
Function* random_group_functions::broadcast_function(Type* type) {
    return combination("group_broadcast", type, operation::first, [&](Function& f) {
        Value* cell = scratch(type);
        when(at_.CreateICmpEQ(f.getArg(1), f.getArg(2)), [&] { at_.CreateStore(f.getArg(0), cell); });
        barrier();
        Value* result = at_.CreateLoad(type, cell);
        barrier();
        return result;
    });
}

/// `for (p = first + lid; p < last; p += items) sum = op(sum, *p)`, then over the group.
void random_group_functions::joint_reduce(Type* type, operation op) {
    Value* sum = variable(type, "sum");
    at_.CreateStore(ConstantInt::get(type, pick(9)), sum);
    Value* end = at_.CreateURem(uniform_value(1), constant(input_size + 1));
    const unsigned step = std::max(shape_.items, input_size / 8);
    count_up(linear_, end, constant(step), [&](Value* i) {
        Value* read = at_.CreateZExtOrTrunc(input(i), type);
        at_.CreateStore(apply(op, at_.CreateLoad(type, sum), read), sum);
    });
    keep(at_.CreateCall(reduction(type, op), {at_.CreateLoad(type, sum), linear_, constant(shape_.items)}));
}

/// The work-items scan so many elements of the input together; each keeps the last of its own.
void random_group_functions::joint_scan(operation op) {
    Value* init = variable(word(), "init");
    at_.CreateStore(uniform_source(), init);
    Value* items = constant(shape_.items);
    Value* end = at_.CreateMul(at_.CreateURem(uniform_value(1), constant(3)), items);
    end = at_.CreateAdd(end, constant(pick(shape_.items + 1)));
    Function* const prefix = scan(word(), op, false);
    Function* const last = broadcast_function(word());
    Value* mine = any_varying();
    count_up(constant(0), end, items, [&](Value* base) {
        Value* place = at_.CreateAdd(base, linear_);
        Value* x = at_.CreateSelect(at_.CreateICmpULT(place, end), input(place), constant(0));
        Value* before = apply(op, load(init), at_.CreateCall(prefix, {x, linear_, items}));
        Value* with = apply(op, before, x);
        when(at_.CreateICmpULT(place, end), [&] { at_.CreateStore(with, mine); });
        at_.CreateStore(at_.CreateCall(last, {with, linear_, constant(shape_.items - 1)}), init);
    });
}

void random_group_functions::call_group_function() {
    const auto op = static_cast<operation>(pick(5));
    Type* const type = at_.getIntNTy(std::array{32u, 32u, 64u, 16u}[pick(4)]);
    Value* const items = constant(shape_.items);
    const auto call = [&](Function* function) {
        Value* of = argument(type);
        keep(at_.CreateCall(function, {of, linear_, items}));
    };
    switch (pick(has_sub_groups(scope::work_group) ? 10 : 7)) {
        case 0:
        case 1:
            return call(reduction(type, op));
        case 2:
            return call(scan(type, op, true));
        case 3:
            return call(scan(type, op, false));
        case 4: {
            Value* of = argument(type);
            Value* source = at_.CreateURem(uniform_value(1), items);
            Value* result = at_.CreateCall(broadcast_function(type), {of, linear_, source});
            if (chance(50)) return keep(result);
            return assign_uniform_from(at_.CreateZExtOrTrunc(result, word()));
        }
        case 5:
            return joint_reduce(type, op);
        case 6:
            return joint_scan(op);
        default:
            return call_sub_group_function();
    }
}

}  // namespace ndweave::compiler::testing
