#include "random_aliases.hpp"

#include <cstddef>

namespace ndweave::compiler::testing {

using namespace llvm;

static constexpr unsigned integer_bytes = 16;  // a record's first, where integers may overlap

/// A float, a half and a double lie behind the integers.
random_aliases::record_member random_aliases::any_member() {
    if (of_words_) return {4 * pick(integer_bytes / 4), at_.getInt32Ty()};
    switch (pick(8)) {
        case 0:
            return {integer_bytes, at_.getFloatTy()};
        case 1:
            return {integer_bytes + 4, half_type()};
        case 2:
            return {integer_bytes + 8, at_.getDoubleTy()};
        default:
            const unsigned bytes = 1u << pick(4);
            return {bytes * pick(integer_bytes / bytes), at_.getIntNTy(8 * bytes)};
    }
}

/// `*base` as if work-item 0 were number `total`, and this one's number, in 32 bits, which may wrap around as far as a
/// compiler knows.
Value* random_aliases::counted_from_total(Value** base) {
    Value* first = at_.CreateTrunc(field(offsetof(random_functor, total), at_.getInt64Ty()), at_.getInt32Ty());
    Value* bytes = at_.CreateMul(at_.CreateZExt(first, at_.getInt64Ty()), at_.getInt64(record_bytes));
    *base = at_.CreateGEP(at_.getInt8Ty(), *base, at_.CreateNeg(bytes));
    Value* item = at_.CreateAdd(at_.CreateTrunc(linear_in_launch(), at_.getInt32Ty()), first);
    return at_.CreateZExt(item, at_.getInt64Ty());
}

/// Through one of the two pointers: `r[i].x` of structs, or `a[8 * i + k]` of words.
Value* random_aliases::member_address(unsigned offset, Type* type) {
    const bool again = chance(50);
    Value* base =
        field(again ? offsetof(random_functor, records_again) : offsetof(random_functor, records), at_.getPtrTy());
    Value* item = counts_from_total_ ? counted_from_total(&base) : linear_in_launch();
    const unsigned bytes = type->getScalarSizeInBits() / 8;
    if (!again && record_bytes % bytes == 0 && chance(40)) {
        Value* first = at_.CreateMul(item, at_.getInt64(record_bytes / bytes));
        return element(base, at_.CreateAdd(first, at_.getInt64(offset / bytes)), type);
    }
    const std::int64_t from_base = std::int64_t{offset} - (again ? records_shift : 0);
    Value* place = at_.CreateAdd(at_.CreateMul(item, at_.getInt64(record_bytes)),
                                 at_.getInt64(static_cast<std::uint64_t>(from_base)));
    return at_.CreateGEP(at_.getInt8Ty(), base, place);
}

Value* random_aliases::read_member_of_record() {
    const record_member m = any_member();
    Value* read = at_.CreateLoad(m.type, member_address(m.offset, m.type));
    return m.type->isIntegerTy() ? resized(read, word()) : bits_of(read);
}

void random_aliases::write_member_of_record() {
    const record_member m = any_member();
    Value* of = value(1);
    Value* made = m.type->isIntegerTy() ? resized(of, m.type) : real(of, m.type);
    at_.CreateStore(made, member_address(m.offset, m.type));
}

/// One member becomes another of the same type, or a part of the record is copied.
void random_aliases::copy_members() {
    if (chance(30)) {
        Type* const byte = at_.getInt8Ty();
        Value* to = member_address(0, byte);
        Value* from = member_address(integer_bytes / 2, byte);
        at_.CreateMemCpy(to, MaybeAlign(1), from, MaybeAlign(1), 1 + pick(integer_bytes / 2));
        return;
    }
    Type* type = at_.getIntNTy(8u << pick(4));
    const unsigned bytes = type->getIntegerBitWidth() / 8, places = integer_bytes / bytes;
    Value* read = at_.CreateLoad(type, member_address(bytes * pick(places), type));
    at_.CreateStore(read, member_address(bytes * pick(places), type));
}

void random_aliases::use_record() {
    counts_from_total_ = chance(20);
    of_words_ = chance(25);
    for (unsigned i = 1 + pick(5); i != 0; --i) {
        switch (pick(5)) {
            case 0:
                copy_members();
                break;
            case 1: {
                Value* read = read_member_of_record();
                at_.CreateStore(read, any_varying());
                break;
            }
            default:
                write_member_of_record();
        }
    }
}

/// One of the captured pointers, or whichever of two.
Value* random_aliases::plane() {
    const auto captured = [&] {
        return field(offsetof(random_functor, planes) + 8 * pick(plane_count), at_.getPtrTy());
    };
    Value* one = captured();
    if (!chance(15)) return one;
    Value* other = captured();
    return at_.CreateSelect(condition(value(0)), one, other);
}

/// In the work-item's column of the plane's first or second row.
Value* random_aliases::cell(Value* plane) {
    Value* place = linear_in_launch();
    if (chance(30)) place = at_.CreateAdd(place, field(offsetof(random_functor, total), at_.getInt64Ty()));
    return element(plane, place);
}

void random_aliases::use_planes() {
    for (unsigned i = 1 + pick(5); i != 0; --i) {
        Value* p = plane();
        if (chance(40)) {
            Value* read = load(cell(p));
            at_.CreateStore(chance(50) ? combine(load(any_varying()), read) : read, any_varying());
        } else if (chance(30)) {
            Value* read = load(cell(p));
            at_.CreateStore(read, cell(plane()));
        } else {
            Value* made = value(1);
            at_.CreateStore(made, cell(p));
        }
    }
}

/// `place` some elements on, round and round.
Value* random_aliases::neighbour(Value* place) {
    const unsigned by = pick(2) ? pick(4) : input_size - 1 - pick(4);
    if (chance(20)) place = at_.CreateMul(place, constant(1 + pick(5)));
    return at_.CreateAnd(at_.CreateAdd(place, constant(chance(80) ? by : pick(input_size))), constant(input_size - 1));
}

void random_aliases::stream() {
    Value* place = at_.CreateTrunc(linear_in_launch(), word());
    SmallVector<Value*> reads;
    for (unsigned i = 4 + pick(chance(40) ? 24 : 8); i != 0; --i) {
        Value* index = neighbour(place);
        reads.push_back(input(index));
    }
    for (unsigned i = pick(4); i != 0; --i) reads.push_back(load(cell(plane())));
    Value* sum = reads.front();
    for (Value* read : reads) sum = chance(70) ? at_.CreateAdd(sum, read) : at_.CreateXor(sum, read);
    if (chance(60)) {
        Value* total = chance(50) ? cell(plane()) : own_memory();
        const auto set = [&](Value* to) { return [this, to, total] { at_.CreateStore(to, total); }; };
        either(condition(reads.back()), set(constant(0)), set(sum));
    } else {
        at_.CreateStore(sum, any_varying());
    }
    for (unsigned i = 2 + pick(plane_count); i != 0; --i) {
        Value* read = reads[pick(static_cast<unsigned>(reads.size()))];
        at_.CreateStore(read, cell(plane()));
    }
}

/// Of the input: some elements on or back, within two bounds; or on the other side behind a bound.
Value* random_aliases::clamped(Value* place) {
    Value* on = at_.CreateNSWAdd(place, constant(pick(9)));
    on = at_.CreateNSWSub(on, chance(50) ? constant(pick(9)) : field(offsetof(random_functor, n), word()));
    Value *low = constant(pick(3)), *high = constant(input_size - 1 - pick(3));
    if (chance(30)) high = at_.CreateSub(high, field(offsetof(random_functor, m), word()));
    switch (pick(4)) {
        case 0: {
            Value* below = at_.CreateSelect(at_.CreateICmpSLT(on, low), low, on);
            return at_.CreateSelect(at_.CreateICmpSGT(below, high), high, below);
        }
        case 1: {
            Value* other = at_.CreateAnd(chance(50) ? at_.CreateSub(on, high) : on, constant(input_size - 1));
            return at_.CreateSelect(at_.CreateICmpUGT(on, high), other, on);
        }
        default:
            return at_.CreateBinaryIntrinsic(Intrinsic::smax, at_.CreateBinaryIntrinsic(Intrinsic::smin, on, high),
                                             low);
    }
}

/// What is loaded here or there.
Value* random_aliases::of_two_places(Value* place) {
    Value* const read = variable(word(), "read");
    const auto from = [&] {
        if (chance(40)) return cell(plane());
        return element(field(offsetof(random_functor, input), at_.getPtrTy()), clamped(place));
    };
    const auto set = [&] { at_.CreateStore(load(from()), read); };
    Value* which = chance(60) ? at_.CreateICmpULT(at_.CreateSub(place, constant(pick(9))), constant(pick(input_size)))
                              : condition(value(0));
    either(which, set,
           [&] { chance(70) ? set() : either(condition(value(0)), set, [&] { at_.CreateStore(place, read); }); });
    return load(read);
}

void random_aliases::read_clamped() {
    Value* place = at_.CreateTrunc(linear_in_launch(), word());
    if (chance(20)) place = at_.CreateURem(place, constant(16));
    Value* values = field(offsetof(random_functor, input), at_.getPtrTy());
    Value* sum = load(any_varying());
    for (unsigned i = 1 + pick(9); i != 0; --i) {
        Value* read = chance(60) ? load(element(values, clamped(place))) : of_two_places(place);
        sum = chance(70) ? at_.CreateAdd(sum, read) : at_.CreateXor(sum, read);
    }
    at_.CreateStore(sum, any_varying());
}

Value* random_aliases::tabulated(Value* index) {
    static constexpr unsigned entries = 16;
    GlobalVariable* table = module_.getNamedGlobal("table");
    if (!table) {
        SmallVector<std::uint16_t> numbers;
        for (unsigned i = 0; i < entries; ++i) numbers.push_back(static_cast<std::uint16_t>(pick(1 << 16)));
        Constant* all = ConstantDataArray::get(context_, numbers);
        table = new GlobalVariable(module_, all->getType(), true, GlobalValue::PrivateLinkage, all, "table");
        table->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
        table->setAlignment(MaybeAlign(16));
    }
    Value* at = element(table, at_.CreateAnd(index, constant(entries - 1)), at_.getInt16Ty());
    return resized(at_.CreateLoad(at_.getInt16Ty(), at), word());
}

Value* random_aliases::shared_value(unsigned depth) {
    switch (pick(4)) {
        case 0:
            return tabulated(value(depth));
        case 1:
            return load(cell(plane()));
        default:
            return read_member_of_record();
    }
}

}  // namespace ndweave::compiler::testing
