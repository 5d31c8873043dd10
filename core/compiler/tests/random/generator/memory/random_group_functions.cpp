#include "random_group_functions.hpp"

#include <algorithm>
#include <array>

namespace ndweave::compiler::testing {

using namespace llvm;

Value* random_group_functions::apply(operation op, Value* a, Value* b) {
    switch (op) {
        case operation::add:
            return at_.CreateAdd(a, b);
        case operation::max:
            return at_.CreateSelect(at_.CreateICmpSLT(a, b), b, a);
        case operation::min:
            return at_.CreateBinaryIntrinsic(Intrinsic::umin, a, b);
        case operation::both:
            return at_.CreateAnd(a, b);
        case operation::any:
            return at_.CreateOr(a, b);
        default:
            return a;
    }
}

/// `T name(T x, uint32 lid, uint32 items)`, the same function for the same name, type and operation.
Function* random_group_functions::combination(const char* name, Type* type, operation op, const written& body) {
    const std::string full = std::string(name) + "." + std::to_string(type->getIntegerBitWidth()) + "." +
                             std::to_string(static_cast<int>(op));
    if (Function* made = module_.getFunction(full)) return made;
    return helper(full.c_str(), type, {type, word(), word()}, body);
}

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

Value* random_group_functions::shuffled(Value* of, Value* lane) {
    const bool wide = of->getType()->isIntegerTy(64);
    Type* const carrier = wide ? at_.getInt64Ty() : word();
    Value* sent = at_.CreateZExtOrTrunc(of, carrier);
    Value* got = builtin(wide ? "__ndweave_shuffle_u64" : "__ndweave_shuffle_u32", carrier, {sent, lane});
    return at_.CreateZExtOrTrunc(got, of->getType());
}

/// How many the work-item's sub-group has.
Value* random_group_functions::lanes(Value* items) {
    Value* size = builtin("__ndweave_sub_group_size", word(), {});
    Value* before = at_.CreateMul(builtin("__ndweave_sub_group_id", word(), {}), size);
    return at_.CreateBinaryIntrinsic(Intrinsic::umin, size, at_.CreateSub(items, before));
}

Function* random_group_functions::sub_group_reduction(Type* type, operation op) {
    return combination("reduce_sub_group", type, op, [&](Function& f) {
        Value *x = variable(type, "x"), *step = variable(word(), "step");
        at_.CreateStore(f.getArg(0), x);
        Value* lane = builtin("__ndweave_sub_group_local_id", word(), {});
        Value* here = lanes(f.getArg(2));
        at_.CreateStore(at_.CreateLShr(builtin("__ndweave_sub_group_size", word(), {}), 1), step);
        BasicBlock *test = block("test"), *turn = block("turn"), *left = block("left");
        enter(test);
        at_.CreateCondBr(at_.CreateICmpUGT(load(step), constant(0)), turn, left);
        go_on_in(turn);
        Value* wanted = at_.CreateAdd(lane, load(step));
        Value* is_there = at_.CreateICmpULT(wanted, here);
        Value* other = shuffled(at_.CreateLoad(type, x), at_.CreateSelect(is_there, wanted, lane));
        when(is_there, [&] { at_.CreateStore(apply(op, at_.CreateLoad(type, x), other), x); });
        at_.CreateStore(at_.CreateUDiv(load(step), constant(2)), step);
        at_.CreateBr(test);
        go_on_in(left);
        return shuffled(at_.CreateLoad(type, x), constant(0));
    });
}

Function* random_group_functions::sub_group_scan(Type* type, operation op) {
    return combination("scan_sub_group", type, op, [&](Function& f) {
        Value* x = variable(type, "x");
        at_.CreateStore(f.getArg(0), x);
        Value* lane = builtin("__ndweave_sub_group_local_id", word(), {});
        for (unsigned step = 1; step < shape_.sub_group_size; step *= 2) {
            Value* has = at_.CreateICmpUGE(lane, constant(step));
            Value* from = at_.CreateSelect(has, at_.CreateSub(lane, constant(step)), lane);
            Value* other = shuffled(at_.CreateLoad(type, x), from);
            when(has, [&] { at_.CreateStore(apply(op, other, at_.CreateLoad(type, x)), x); });
        }
        return at_.CreateLoad(type, x);
    });
}

Value* random_group_functions::argument(Type* type) {
    Value* of = chance(80) ? value() : uniform_value(1);
    if (chance(20)) of = at_.CreateZExt(condition(of), word());
    return resized(of, type);
}

void random_group_functions::keep(Value* result) {
    Value* made = at_.CreateZExtOrTrunc(result, word());
    at_.CreateStore(made, any_varying());
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
    switch (pick(10)) {
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
        case 6:
            return call(sub_group_reduction(type, op));
        case 7:
            return call(sub_group_scan(type, op));
        case 8:
            return joint_reduce(type, op);
        default:
            return joint_scan(op);
    }
}

}  // namespace ndweave::compiler::testing
