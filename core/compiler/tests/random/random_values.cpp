#include "random_values.hpp"

#include <cstddef>

namespace ndweave::compiler::testing {

using namespace llvm;

void random_values::make_variables() {
    for (auto& v : varying_) v = variable(word(), "v");
    for (auto& u : uniform_) u = variable(word(), "u");
    real_[0] = variable(at_.getFloatTy(), "f");
    real_[1] = variable(at_.getDoubleTy(), "d");
    if (basic()) {
        make_basic_ids();
    } else {
        make_group_ids();
    }
    for (Value* v : varying_) at_.CreateStore(varying_source(), v);
    for (Value* u : uniform_) at_.CreateStore(uniform_source(), u);
    at_.CreateStore(real(linear_, at_.getFloatTy()), real_[0]);
    at_.CreateStore(real(varying_source(), at_.getDoubleTy()), real_[1]);
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

Value* random_values::own_memory() {
    if (basic()) return element(field(offsetof(random_functor, own), at_.getPtrTy()), linear_);
    return element(memory_, at_.CreateAdd(linear_, constant(2 * shape_.items)));
}

Value* random_values::output(unsigned slot) {
    Value* item = at_.CreateAdd(at_.CreateMul(group_, constant(shape_.items)), linear_);
    Value* index = at_.CreateAdd(at_.CreateMul(item, constant(outputs_per_item)), constant(slot));
    return element(field(offsetof(random_functor, output), at_.getPtrTy()), index);
}

void random_values::write_outputs() {
    unsigned slot = 0;
    for (Value* v : varying_) at_.CreateStore(load(v), output(slot++));
    for (Value* u : uniform_) at_.CreateStore(load(u), output(slot++));
    at_.CreateStore(bits_of(at_.CreateLoad(at_.getFloatTy(), real_[0])), output(slot++));
    at_.CreateStore(bits_of(at_.CreateLoad(at_.getDoubleTy(), real_[1])), output(slot++));
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

Value* random_values::uniform_source() {
    switch (pick(4)) {
        case 0:
            return constant(pick(20));
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

Value* random_values::value(unsigned depth) {
    if (depth == 0) {
        if (chance(65)) return load(any_varying());
        if (chance(10)) return bits_of(at_.CreateLoad(at_.getFloatTy(), real_[0]));
        return chance(50) ? varying_source() : load(uniform_[pick(uniform_count)]);
    }
    switch (pick(10)) {
        case 0:
            return input(value(depth - 1));
        case 1:
            return private_value(depth);
        case 2:
            return load(own_memory());
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

Value* random_values::any_condition(bool together) {
    if (together) return condition(uniform_value());
    if (chance(60)) return condition(value());
    Value* id = chance(50) ? linear_ : any_id();
    if (chance(30)) id = at_.CreateAdd(id, uniform_value(0));
    if (chance(20)) id = at_.CreateSub(id, constant(pick(9)));
    return compare(id, at_.CreateURem(uniform_value(1), constant(shape_.items + 2)));
}

/// Numbers stay below 2^18: x = x / 2 + something below 2^16.
void random_values::assign_real() {
    if (chance(20)) {
        at_.CreateStore(value(), output(scratch_output));
        return;
    }
    const bool as_double = chance(40);
    Type* type = as_double ? at_.getDoubleTy() : at_.getFloatTy();
    Type* other = as_double ? at_.getFloatTy() : at_.getDoubleTy();
    Value* x = at_.CreateLoad(type, real_[as_double]);
    Value* y = chance(70) ? real(value(), type) : at_.CreateFPCast(at_.CreateLoad(other, real_[!as_double]), type);
    const auto half = [&](Value* of) { return at_.CreateFMul(of, ConstantFP::get(type, 0.5)); };
    Value* made = chance(60) ? at_.CreateFAdd(half(x), half(y)) : at_.CreateFSub(half(x), half(y));
    if (chance(25)) made = at_.CreateSelect(at_.CreateFCmpOGT(x, y), x, made);
    at_.CreateStore(made, real_[as_double]);
}

}  // namespace ndweave::compiler::testing
