#include "random_values.hpp"

#include <cstddef>

namespace ndweave::compiler::testing {

using namespace llvm;

namespace {

Type* type_of(Value* variable) { return cast<AllocaInst>(variable)->getAllocatedType(); }

}  // namespace

void random_values::make_variables() {
    for (auto& v : varying_) v = variable(word(), "v");
    for (auto& u : uniform_) u = variable(word(), "u");
    for (auto& s : by_sub_group_) s = divides_group() ? variable(word(), "s") : uniform_[0];
    for (unsigned which = 0; which < typed_count; ++which) {
        static constexpr unsigned bits[] = {8, 16, 64};
        typed_[which] = variable(at_.getIntNTy(bits[which]), "t");
    }
    if (basic()) {
        make_basic_ids();
    } else {
        make_group_ids();
    }
    for (Value* v : varying_) at_.CreateStore(varying_source(), v);
    for (Value* u : uniform_) at_.CreateStore(uniform_source(), u);
    for (Value* s : by_sub_group_) {
        if (divides_group()) at_.CreateStore(chance(50) ? sub_group_number() : uniform_source(), s);
    }
    for (Value* t : typed_) {
        Value* first = varying_source();
        at_.CreateStore(resized(first, type_of(t)), t);
    }
    make_reals(linear_);
    at_.CreateStore(linear_, own_memory());
}

void random_values::make_group_ids() {
    for (unsigned a = 0; a < 3; ++a) id_[a] = builtin("__ndweave_local_id", word(), {constant(a)});
    Value* rows = builtin("__ndweave_local_range", word(), {constant(1)});
    Value* columns = builtin("__ndweave_local_range", word(), {constant(0)});
    linear_ = linear_id(id_, rows, columns);
    group_ = at_.CreateTrunc(builtin("__ndweave_group_id", at_.getInt64Ty(), {constant(0)}), word());
    memory_ = builtin("__ndweave_local_memory", at_.getPtrTy(), {});
}

void random_values::make_basic_ids() {
    Value* place[3];
    for (unsigned a = 0; a < 3; ++a) {
        id_[a] = at_.CreateTrunc(builtin("__ndweave_global_id", at_.getInt64Ty(), {constant(a)}), word());
        place[a] = at_.CreateSub(id_[a], field(offsetof(random_functor, first) + 4 * a, word()));
    }
    const std::size_t extent = offsetof(random_functor, extent);
    linear_ = linear_id(place, field(extent + 4, word()), field(extent, word()));
    group_ = constant(0);
}

Value* random_values::linear_id(Value* const id[3], Value* rows, Value* columns) {
    return at_.CreateAdd(at_.CreateMul(at_.CreateAdd(at_.CreateMul(id[2], rows), id[1]), columns), id[0]);
}

Value* random_values::own_memory_of(Value* linear) {
    if (basic()) return element(field(offsetof(random_functor, own), at_.getPtrTy()), linear);
    return element(memory_, at_.CreateAdd(linear, constant(2 * shape_.items)));
}

Value* random_values::output_of(Value* linear, unsigned slot) {
    Value* item = at_.CreateAdd(at_.CreateMul(group_, constant(shape_.items)), linear);
    Value* index = at_.CreateAdd(at_.CreateMul(item, constant(outputs_per_item)), constant(slot));
    return element(field(offsetof(random_functor, output), at_.getPtrTy()), index);
}

void random_values::write_outputs() {
    unsigned slot = 0;
    for (Value* v : varying_) at_.CreateStore(load(v), output(slot++));
    for (Value* u : uniform_) at_.CreateStore(load(u), output(slot++));
    for (Value* s : by_sub_group_) at_.CreateStore(load(s), output(slot++));
    for (unsigned which = 0; which < real_count; ++which) at_.CreateStore(real_bits(which), output(slot++));
    for (Value* t : typed_) {
        Value* bits = at_.CreateZExt(at_.CreateLoad(type_of(t), t), at_.getInt64Ty());
        at_.CreateStore(at_.CreateTrunc(at_.CreateXor(bits, at_.CreateLShr(bits, 32)), word()), output(slot++));
    }
}

Value* random_values::linear_in_launch() {
    Type* const wide = at_.getInt64Ty();
    Value* before = at_.CreateMul(at_.CreateZExt(group_, wide), at_.getInt64(shape_.items));
    return at_.CreateAdd(before, at_.CreateZExt(linear_, wide));
}

Value* random_values::input(Value* index) {
    Value* values = field(offsetof(random_functor, input), at_.getPtrTy());
    return load(element(values, at_.CreateURem(index, constant(input_size))));
}

Value* random_values::input_byte(Value* index) {
    Value* values = field(offsetof(random_functor, input), at_.getPtrTy());
    Type* type = chance(50) ? at_.getInt8Ty() : at_.getInt16Ty();
    Value* read = at_.CreateLoad(type, element(values, at_.CreateAnd(index, constant(2 * input_size - 1)), type));
    return chance(50) ? at_.CreateZExt(read, word()) : at_.CreateSExt(read, word());
}

Value* random_values::captured_number() {
    if (chance(50)) return at_.CreateTrunc(field(offsetof(random_functor, total), at_.getInt64Ty()), word());
    Value* index = chance(50) ? constant(pick(table_size)) : field(offsetof(random_functor, n), word());
    Value* table = at_.CreateConstGEP1_32(at_.getInt8Ty(), kernel_->getArg(0), offsetof(random_functor, table));
    return at_.CreateSExt(at_.CreateLoad(at_.getInt16Ty(), element(table, index, at_.getInt16Ty())), word());
}

Value* random_values::uniform_source() {
    switch (pick(5)) {
        case 0:
            return constant(pick(20));
        case 4:
            return captured_number();
        case 1:
            return field(offsetof(random_functor, n), word());
        case 2:
            return field(offsetof(random_functor, m), word());
        default:
            return group_;
    }
}

Value* random_values::varying_source() {
    switch (pick(4)) {
        case 0:
            return any_id();
        case 1:
            return linear_;
        case 2:
            return input(at_.CreateAdd(linear_, constant(pick(100))));
        default:
            return uniform_source();
    }
}

Value* random_values::uniform_value(unsigned depth) {
    if (depth == 0) return chance(60) ? load(uniform_[pick(uniform_count)]) : uniform_source();
    if (chance(15)) return input(uniform_value(depth - 1));
    Value* a = uniform_value(depth - 1);
    return combine(a, uniform_value(depth - 1));
}

Value* random_values::sub_group_number() {
    if (sub_groups_ != sub_group_use::unseen || chance(50)) return builtin("__ndweave_sub_group_id", word(), {});
    return at_.CreateUDiv(linear_, constant(shape_.sub_group_size));
}

Value* random_values::place_in_grid() {
    Value* cell = chance(50) ? linear_ : any_id();
    if (chance(30)) cell = at_.CreateAdd(cell, constant(pick(5)));
    Value* width = at_.CreateAdd(at_.CreateURem(uniform_source(), constant(9)), constant(1));
    const bool is_signed = chance(50);
    const auto of_row = [&](bool quotient, Value* a, Value* b) {
        return at_.CreateBinOp(quotient    ? is_signed ? Instruction::SDiv : Instruction::UDiv
                               : is_signed ? Instruction::SRem
                                           : Instruction::URem,
                               a, b);
    };
    if (chance(25)) cell = of_row(false, cell, at_.CreateMul(width, constant(1 + pick(4))));
    return of_row(chance(40), cell, width);
}

Value* random_values::divided_by_id(unsigned depth) {
    Value* id = chance(40) ? linear_ : any_id();
    if (chance(30)) id = at_.CreateAnd(id, constant(pick(8)));
    Value* by_id = at_.CreateICmpNE(id, constant(0));
    if (chance(70)) by_id = at_.CreateAnd(by_id, condition(value(depth - 1)));
    const Instruction::BinaryOps division = any_division();
    Value* dividend = value(depth - 1);
    return at_.CreateBinOp(division, dividend, at_.CreateSelect(by_id, id, constant(1)));
}

/// The same number, by a way of the work-item's own.
Value* random_values::unseen(Value* of) {
    Value* id = at_.CreateAnd(load(any_varying()), constant(0xffff));
    Value* none = at_.CreateAnd(at_.CreateMul(id, at_.CreateAdd(id, constant(1))), constant(1));  // one of them is even
    switch (pick(3)) {
        case 0:
            return at_.CreateAdd(of, none);
        case 1:
            return input(at_.CreateAdd(at_.CreateURem(of, constant(input_size)), none));
        default: {
            Value* kept = variable(ArrayType::get(word(), 4), "kept");
            Value* place = element(kept, at_.CreateAnd(id, constant(3)));
            at_.CreateStore(of, place);
            return load(place);
        }
    }
}

Value* random_values::sub_group_value(unsigned depth) {
    if (depth == 0) {
        if (chance(50)) return load(by_sub_group_[pick(by_sub_group_count)]);
        return chance(60) ? sub_group_number() : uniform_value(0);
    }
    if (sub_groups_ == sub_group_use::unseen && chance(25)) return unseen(sub_group_value(depth - 1));
    if (chance(25)) {
        const unsigned count = (shape_.items + shape_.sub_group_size - 1) / shape_.sub_group_size;
        Value* row = chance(50) ? group_ : uniform_value(depth - 1);
        return input(at_.CreateAdd(at_.CreateMul(row, constant(count)), sub_group_number()));
    }
    Value* a = sub_group_value(depth - 1);
    return combine(a, chance(70) ? sub_group_value(depth - 1) : uniform_value(depth - 1));
}

Value* random_values::agreed_value(scope together, unsigned depth) {
    return together == scope::work_group  ? uniform_value(depth)
           : together == scope::sub_group ? sub_group_value(depth)
                                          : value(depth);
}

Value* random_values::value(unsigned depth) {
    if (depth == 0) {
        if (chance(65)) return load(any_varying());
        if (chance(10)) return real_value();
        if (chance(20)) {
            Value* t = typed_[pick(typed_count)];
            return resized(at_.CreateLoad(type_of(t), t), word());
        }
        return chance(50) ? varying_source() : load(uniform_[pick(uniform_count)]);
    }
    switch (pick(12)) {
        case 0:
            return input(value(depth - 1));
        case 5:
            return chance(75) ? place_in_grid() : divided_by_id(depth);
        case 1:
            return private_value(depth);
        case 2:
            return load(own_memory());
        case 4:
            return shared_value(depth - 1);
        case 3:
            return chance(50) ? input_byte(value(depth - 1)) : load(output(scratch_output));
        default:
            Value* a = value(depth - 1);
            return combine(a, value(depth - 1));
    }
}

Value* random_values::condition(Value* of) {
    return at_.CreateICmpULT(at_.CreateURem(of, constant(2 + pick(5))), constant(1 + pick(3)));
}

Value* random_values::any_condition(scope together) {
    if (chance(12)) {
        Value* x = agreed_value(together);
        return compare_reals(x, agreed_value(together));
    }
    if (together == scope::sub_group && chance(30)) {
        Value* bound = at_.CreateURem(uniform_value(1), constant(shape_.items / shape_.sub_group_size + 2));
        return compare(sub_group_number(), bound);
    }
    if (together != scope::work_item || chance(60)) return condition(agreed_value(together));
    Value* id = chance(20) ? place_in_grid() : chance(50) ? linear_ : any_id();
    if (chance(30)) id = at_.CreateAdd(id, uniform_value(0));
    if (chance(20)) id = at_.CreateSub(id, constant(pick(9)));
    return compare(id, at_.CreateURem(uniform_value(1), constant(shape_.items + 2)));
}

Value* random_values::typed_value(Type* type) {
    Value* a = resized(value(1), type);
    SmallVector<Value*> of_type;
    copy_if(typed_, std::back_inserter(of_type), [&](Value* t) { return type_of(t) == type; });
    if (of_type.empty()) return combine_integers(a, resized(value(1), type));
    Value* kept = at_.CreateLoad(type, of_type.front());
    Value* made = combine_integers(kept, a);
    return chance(40) ? combine_integers(made, kept) : made;
}

void random_values::assign() {
    if (chance(15)) return assign_typed();
    at_.CreateStore(value(), any_varying());
}

void random_values::assign_typed() {
    Value* to = typed_[pick(typed_count)];
    at_.CreateStore(typed_value(type_of(to)), to);
}

void random_values::assign_real() {
    if (chance(20)) {
        at_.CreateStore(value(), output(scratch_output));
    } else {
        assign_real_from(value());
    }
}

}  // namespace ndweave::compiler::testing
