#include "random_sub_groups.hpp"

#include <llvm/Support/raw_ostream.h>

#include <algorithm>

namespace ndweave::compiler::testing {

using namespace llvm;

Value* random_sub_groups::apply(operation op, Value* a, Value* b) {
    if (a->getType()->isFloatingPointTy()) {
        if (op == operation::add) return at_.CreateFAdd(a, b);
        return at_.CreateSelect(op == operation::max ? at_.CreateFCmpOLT(a, b) : at_.CreateFCmpOLT(b, a), b, a);
    }
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

Function* random_sub_groups::combination(const char* name, Type* type, operation op, const written& body) {
    std::string full = name;
    raw_string_ostream(full) << "." << *type << "." << static_cast<int>(op);
    if (Function* made = module_.getFunction(full)) return made;
    return helper(full.c_str(), type, {type, word(), word()}, body);
}

Value* random_sub_groups::shuffled(Value* of, Value* lane) {
    Type *const type = of->getType(), *const bits = at_.getIntNTy(type->getPrimitiveSizeInBits());
    const bool wide = bits->isIntegerTy(64);
    Type* const carrier = wide ? at_.getInt64Ty() : word();
    Value* sent = at_.CreateZExtOrTrunc(at_.CreateBitCast(of, bits), carrier);
    Value* got = convergent_builtin(wide ? "__ndweave_shuffle_u64" : "__ndweave_shuffle_u32", carrier, {sent, lane});
    return at_.CreateBitCast(at_.CreateZExtOrTrunc(got, bits), type);
}

Value* random_sub_groups::lane() { return builtin("__ndweave_sub_group_local_id", word(), {}); }

/// How many the work-item's sub-group has.
Value* random_sub_groups::lanes(Value* items) {
    Value* size = builtin("__ndweave_sub_group_size", word(), {});
    Value* before = at_.CreateMul(builtin("__ndweave_sub_group_id", word(), {}), size);
    return at_.CreateBinaryIntrinsic(Intrinsic::umin, size, at_.CreateSub(items, before));
}

/// One that all of the sub-group name.
Value* random_sub_groups::agreed_lane() {
    const unsigned size = shape_.sub_group_size, rest = shape_.items % size;
    if (chance(50)) return constant(chance(30) ? 0 : pick(rest ? rest : size));
    Value* wanted = agreed_value(scope_of_lanes(), 1);
    return at_.CreateURem(wanted, lanes_here());
}

Value* random_sub_groups::any_lane() {
    if (chance(30)) return agreed_lane();
    Value* mine = chance(50) ? lane() : at_.CreateURem(linear_, constant(shape_.sub_group_size));
    Value* wanted = chance(40) ? value(1) : at_.CreateXor(mine, constant(1 + pick(8)));
    return at_.CreateURem(wanted, lanes_here());
}

Function* random_sub_groups::sub_group_reduction(Type* type, operation op) {
    return combination("reduce_sub_group", type, op, [&](Function& f) {
        Value *x = variable(type, "x"), *step = variable(word(), "step");
        at_.CreateStore(f.getArg(0), x);
        Value* mine = lane();
        Value* here = lanes(f.getArg(2));
        at_.CreateStore(at_.CreateLShr(builtin("__ndweave_sub_group_size", word(), {}), 1), step);
        BasicBlock *test = block("test"), *iteration = block("iteration"), *left = block("left");
        enter(test);
        at_.CreateCondBr(at_.CreateICmpUGT(load(step), constant(0)), iteration, left);
        go_on_in(iteration);
        Value* wanted = at_.CreateAdd(mine, load(step));
        Value* is_there = at_.CreateICmpULT(wanted, here);
        Value* other = shuffled(at_.CreateLoad(type, x), at_.CreateSelect(is_there, wanted, mine));
        when(is_there, [&] { at_.CreateStore(apply(op, at_.CreateLoad(type, x), other), x); });
        at_.CreateStore(at_.CreateUDiv(load(step), constant(2)), step);
        at_.CreateBr(test);
        go_on_in(left);
        return shuffled(at_.CreateLoad(type, x), constant(0));
    });
}

Function* random_sub_groups::scan(Type* type, operation op, bool inclusive) {
    return combination(inclusive ? "scan_sub_group" : "scan_before_lane", type, op, [&](Function& f) {
        Value* x = variable(type, "x");
        at_.CreateStore(f.getArg(0), x);
        Value* mine = lane();
        for (unsigned step = 1; step < shape_.sub_group_size; step *= 2) {
            Value* has = at_.CreateICmpUGE(mine, constant(step));
            Value* from = at_.CreateSelect(has, at_.CreateSub(mine, constant(step)), mine);
            Value* other = shuffled(at_.CreateLoad(type, x), from);
            when(has, [&] { at_.CreateStore(apply(op, other, at_.CreateLoad(type, x)), x); });
        }
        Value* made = at_.CreateLoad(type, x);
        if (inclusive) return made;
        Value* is_first = zero(mine);
        Value* before = shuffled(made, at_.CreateSelect(is_first, constant(0), at_.CreateSub(mine, constant(1))));
        Value* init = type->isFloatingPointTy() ? ConstantFP::get(type, 3) : ConstantInt::get(type, 3);
        return at_.CreateSelect(is_first, init, apply(op, init, before));
    });
}

/// shift_group_left, shift_group_right, permute_group_by_xor, by the second argument. Lanes that are not there give
/// what the work-item has.
Function* random_sub_groups::move(Type* type, unsigned way) {
    static constexpr const char* names[] = {"shift_left", "shift_right", "permute_by_xor"};
    return combination(names[way], type, operation::first, [&](Function& f) {
        Value* const by = f.getArg(1);
        Value *mine = lane(), *here = lanes(f.getArg(2));
        Value* wanted = way == 0   ? at_.CreateAdd(mine, by)
                        : way == 1 ? at_.CreateSub(mine, by)
                                   : at_.CreateXor(mine, by);
        return shuffled(f.getArg(0), at_.CreateSelect(at_.CreateICmpULT(wanted, here), wanted, mine));
    });
}

/// So many exchanges, and one of two more, by the second argument, on which the sub-group agrees.
Function* random_sub_groups::several(Type* type, operation op) {
    return combination("several", type, op, [&](Function& f) {
        Value* x = variable(type, "x");
        Value *mine = lane(), *here = lanes(f.getArg(2));
        at_.CreateStore(f.getArg(0), x);
        const auto exchange = [&](Value* from) {
            Value* other = shuffled(at_.CreateLoad(type, x), at_.CreateURem(from, here));
            at_.CreateStore(apply(op, at_.CreateLoad(type, x), other), x);
        };
        count_up(constant(0), at_.CreateAnd(f.getArg(1), constant(3)), constant(1), [&](Value* k) {
            exchange(at_.CreateXor(mine, at_.CreateShl(constant(1), k)));
            // Some do more between them.
            when(at_.CreateICmpULT(mine, at_.CreateMul(k, constant(3))),
                 [&] { at_.CreateStore(apply(op, at_.CreateLoad(type, x), f.getArg(0)), x); });
        });
        Value* odd = at_.CreateICmpNE(at_.CreateAnd(f.getArg(1), constant(4)), constant(0));
        either(odd, [&] { exchange(constant(0)); }, [&] { exchange(at_.CreateAdd(mine, f.getArg(1))); });
        return at_.CreateLoad(type, x);
    });
}

/// any_of_group, all_of_group, none_of_group.
Value* random_sub_groups::vote() {
    const bool all = chance(40);
    Value* mine = at_.CreateZExt(condition(value()), word());
    Function* const combine = sub_group_reduction(word(), all ? operation::both : operation::any);
    Value* made = at_.CreateICmpNE(at_.CreateCall(combine, {mine, linear_, constant(shape_.items)}), constant(0));
    return at_.CreateZExt(chance(30) ? at_.CreateNot(made) : made, word());
}

Value* random_sub_groups::argument(Type* type) {
    Value* of = chance(80) ? value() : uniform_value(1);
    if (type->isFloatingPointTy()) return real(of, type);
    if (chance(20)) of = at_.CreateZExt(condition(of), word());
    return resized(of, type);
}

void random_sub_groups::keep(Value* result) {
    Value* made = result->getType()->isFloatingPointTy() ? bits_of(result) : at_.CreateZExtOrTrunc(result, word());
    at_.CreateStore(made, any_varying());
}

void random_sub_groups::call_sub_group_function() {
    const auto op = static_cast<operation>(pick(5));
    Type* const types[] = {word(),           word(),           word(),           at_.getInt64Ty(),
                           at_.getInt16Ty(), at_.getFloatTy(), at_.getDoubleTy()};
    Type* const type = types[pick(std::size(types))];
    Value* of = argument(type);
    const auto call = [&](Function* function, Value* by) {
        keep(at_.CreateCall(function, {of, by, constant(shape_.items)}));
    };
    switch (pick(11)) {
        case 0:
        case 1:
            return call(sub_group_reduction(type, op), linear_);
        case 2:
            return call(scan(type, op, true), linear_);
        case 3:
            return call(scan(type, op, false), linear_);
        case 4:
        case 5:
            return call(move(type, pick(3)), chance(70) ? constant(1 + pick(shape_.sub_group_size)) : value(1));
        case 6:
            return call(several(type, op), agreed_value(scope_of_lanes(), 1));
        case 7:
            return keep(vote());
        case 8:
            return keep(shuffled(of, agreed_lane()));  // group_broadcast
        default:
            return keep(shuffled(of, any_lane()));  // select_from_group
    }
}

void random_sub_groups::assign_by_sub_group() {
    if (chance(40)) return assign_by_sub_group_from(sub_group_value());
    if (chance(30)) return assign_by_sub_group_from(vote());
    Value* of = value();
    if (chance(50)) return assign_by_sub_group_from(shuffled(of, agreed_lane()));
    Function* const combine = sub_group_reduction(word(), static_cast<operation>(pick(5)));
    assign_by_sub_group_from(at_.CreateCall(combine, {of, linear_, constant(shape_.items)}));
}

/// Every lane writes an element and reads another's.
void random_sub_groups::exchange_in_sub_group() {
    Type* types[] = {word(), word(), at_.getInt8Ty(), at_.getInt16Ty(), at_.getInt64Ty(), at_.getFloatTy()};
    Type* type = types[pick(std::size(types))];
    Value *mine = lane(), *here = lanes_here();
    Value* before = at_.CreateMul(at_.CreateSub(linear_, mine), constant(8));
    Value* values = behind(memory_, at_.CreateAdd(before, constant(24 * shape_.items)));
    Value* made = value();
    made = type->isFloatTy() ? real(made, type) : at_.CreateSExtOrTrunc(made, type);
    const auto turned = [&] {  // another for each: the sum does not wrap round
        Value* by = at_.CreateURem(agreed_value(scope_of_lanes(), 1), here);
        return at_.CreateURem(at_.CreateAdd(mine, by), here);
    };
    Value* place = chance(50) ? mine : chance(50) ? turned() : at_.CreateSub(at_.CreateSub(here, constant(1)), mine);
    at_.CreateStore(made, element(values, place, type));
    sub_group_barrier();
    Value* from = chance(30) ? at_.CreateURem(value(1), here) : turned();
    Value* other = at_.CreateLoad(type, element(values, from, type));
    other = type->isFloatTy() ? bits_of(other) : at_.CreateZExtOrTrunc(other, word());
    at_.CreateStore(other, any_varying());
    sub_group_barrier();
}

/// Memory of another lane's own.
void random_sub_groups::look_at_other() {
    sub_group_barrier();
    Value* other = at_.CreateAdd(at_.CreateSub(linear_, lane()), any_lane());
    at_.CreateStore(load(chance(60) ? own_memory_of(other) : output_of(other, scratch_output)), any_varying());
    sub_group_barrier();
}

void random_sub_groups::act_in_sub_group() {
    switch (pick(8)) {
        case 0:
        case 1:
            return exchange_in_sub_group();
        case 2:
            return look_at_other();
        case 3:
            if (divides_group()) return assign_by_sub_group();
            [[fallthrough]];
        default:
            return call_sub_group_function();
    }
}

}  // namespace ndweave::compiler::testing
