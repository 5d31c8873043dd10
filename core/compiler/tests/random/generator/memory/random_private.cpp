#include "random_private.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

random_private::random_private(std::uint64_t seed, const random_shape& shape)
    : random_values(seed, shape),
      by_parts_(chance(25)),
      has_rows_(chance(30)),
      has_records_(chance(30)),
      has_doubles_(chance(30)) {
    Type *word = at_.getInt32Ty(), *half = at_.getInt16Ty(), *byte = at_.getInt8Ty();
    row_type_ = ArrayType::get(half, columns);
    record_type_ = StructType::get(context_, {word, half, byte, ArrayType::get(byte, 2), at_.getInt64Ty()});
}

void random_private::make_arrays() {
    words_ = variable(ArrayType::get(word(), length), "words");
    for (unsigned i = 0; i < length; ++i) at_.CreateStore(linear_, element(words_, constant(i)));
    const auto cleared = [&](Type* type, const char* name) {
        Value* array = variable(type, name);
        at_.CreateMemSet(array, at_.getInt8(0), module_.getDataLayout().getTypeAllocSize(type), MaybeAlign(2));
        return array;
    };
    if (has_rows_) rows_ = cleared(ArrayType::get(row_type_, rows), "rows");
    if (has_records_) records_ = cleared(ArrayType::get(record_type_, records), "records");
    if (has_doubles_) doubles_ = cleared(ArrayType::get(at_.getDoubleTy(), length), "doubles");
}

Value* random_private::index(unsigned depth, unsigned below) {
    if (chance(15)) return constant(pick(below));
    Value* of = value(depth);
    return below == length ? at_.CreateAnd(of, constant(length - 1)) : at_.CreateURem(of, constant(below));
}

Value* random_private::place(unsigned depth) { return element(words_, index(depth, length)); }

Value* random_private::row_place(unsigned depth) {
    Value *row = index(depth, rows), *column = index(0, columns);
    return at_.CreateInBoundsGEP(ArrayType::get(row_type_, rows), rows_,
                                 {at_.getInt64(0), at_.CreateZExt(row, at_.getInt64Ty()), column});
}

Value* random_private::member(unsigned depth, unsigned which) {
    SmallVector<Value*> path = {at_.CreateZExt(index(depth, records), at_.getInt64Ty()), constant(which)};
    if (which == 3) path.push_back(index(0, 2));
    return at_.CreateInBoundsGEP(record_type_, records_, path);
}

Value* random_private::long_place(unsigned depth) { return element(doubles_, index(depth, length), at_.getDoubleTy()); }

Value* random_private::private_value(unsigned depth) {
    const unsigned which = pick(6);
    if (which == 0 && has_rows_) {
        return at_.CreateSExt(at_.CreateLoad(at_.getInt16Ty(), row_place(depth - 1)), word());
    }
    if (which == 1 && has_records_) return read_member(depth - 1);
    if (which == 2 && has_doubles_) return bits_of(at_.CreateLoad(at_.getDoubleTy(), long_place(depth - 1)));
    return read_word(depth - 1);
}

Value* random_private::read_word(unsigned depth) {
    Value* from = place(depth);
    if (by_parts_ && chance(30)) return at_.CreateZExt(at_.CreateLoad(at_.getInt16Ty(), from), word());
    if (chance(20)) {
        Value* which = condition(value(depth));
        from = at_.CreateSelect(which, from, place(depth));
    }
    return load(from);
}

Value* random_private::read_member(unsigned depth) {
    const unsigned which = pick(5);
    Type* type = which == 3 ? at_.getInt8Ty() : record_type_->getElementType(which);
    Value* read = at_.CreateLoad(type, member(depth, which));
    return which == 4 ? at_.CreateTrunc(read, word()) : at_.CreateSExt(read, word());
}

void random_private::write_member() {
    const unsigned which = pick(5);
    Type* type = which == 3 ? at_.getInt8Ty() : record_type_->getElementType(which);
    Value* made = value();
    at_.CreateStore(at_.CreateSExtOrTrunc(made, type), member(1, which));
}

void random_private::copy_record() {
    Value *to = member(1, 0), *from = member(1, 0);
    at_.CreateMemCpy(to, MaybeAlign(8), from, MaybeAlign(8),
                     module_.getDataLayout().getTypeAllocSize(record_type_).getFixedValue());
}

void random_private::fill_words() {
    const unsigned first = pick(length);
    Value* byte = at_.CreateTrunc(value(1), at_.getInt8Ty());
    at_.CreateMemSet(element(words_, constant(first)), byte, 4 * (1 + pick(length - first)), MaybeAlign(4));
}

void random_private::write_private() {
    const unsigned which = pick(8);
    if (which == 0) return fill_words();
    if (which == 1 && has_rows_) {
        Value* made = at_.CreateTrunc(value(), at_.getInt16Ty());
        at_.CreateStore(made, row_place(1));
    } else if (which == 2 && has_records_) {
        write_member();
    } else if (which == 3 && has_records_) {
        copy_record();
    } else if (which == 4 && has_doubles_) {
        Value* made = real(value(), at_.getDoubleTy());
        at_.CreateStore(made, long_place(1));
    } else {
        Value* made = value();
        at_.CreateStore(made, place(1));
    }
}

void random_private::walk_private() {
    BasicBlock *turn = block("walk"), *left = block("left");
    Value *at = variable(at_.getPtrTy(), "p"), *sum = any_varying();
    Value* end = element(words_, constant(length));
    at_.CreateStore(place(1), at);
    enter(turn);
    Value* p = at_.CreateLoad(at_.getPtrTy(), at);
    at_.CreateStore(combine(load(sum), load(p)), sum);
    if (chance(40)) at_.CreateStore(load(sum), p);
    Value* next = at_.CreateConstInBoundsGEP1_64(word(), p, 1);
    at_.CreateStore(next, at);
    Value* more = at_.CreateICmpNE(next, end);
    if (chance(40)) more = at_.CreateAnd(more, at_.CreateNot(condition(value(1))));
    at_.CreateCondBr(more, turn, left);
    go_on_in(left);
}

}  // namespace ndweave::compiler::testing
