#include "compiler/tests/c_source_random_ir.hpp"

#include <llvm/IR/IRBuilder.h>

#include <map>
#include <random>
#include <vector>

#include "compiler/tests/c_source_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

using llvm::Intrinsic::ID;
namespace Intrinsic = llvm::Intrinsic;
using llvm::Type;
using llvm::Value;

class generator {
public:
    generator(llvm::Module& module, std::uint64_t seed) : module_(module), b_(module.getContext()), random_(seed) {
        for (const unsigned bits : {1u, 7u, 8u, 16u, 24u, 32u, 33u, 64u}) integers_.push_back(b_.getIntNTy(bits));
        floats_ = {b_.getFloatTy(), b_.getDoubleTy()};
        vectors_ = {llvm::FixedVectorType::get(b_.getInt32Ty(), 4), llvm::FixedVectorType::get(b_.getFloatTy(), 2),
                    llvm::FixedVectorType::get(b_.getInt8Ty(), 8)};
    }

    void run() {
        function_ = llvm::Function::Create(llvm::FunctionType::get(b_.getVoidTy(), {b_.getPtrTy()}, false),
                                           llvm::Function::ExternalLinkage, "kernel", module_);
        b_.SetInsertPoint(llvm::BasicBlock::Create(module_.getContext(), "entry", function_));
        load_inputs();
        body(1 + pick(2));
        store_outputs();
        b_.CreateRetVoid();
    }

private:
    using pool = std::map<Type*, std::vector<Value*>>;

    unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }
    Type* any_integer() { return integers_[pick(static_cast<unsigned>(integers_.size()))]; }
    Type* any_float() { return floats_[pick(2)]; }
    Type* any_type() { return pick(4) == 0 ? any_float() : pick(8) == 0 ? vectors_[pick(3)] : any_integer(); }

    Value* any(Type* type) {
        auto& known = values_[type];
        if (known.empty() || pick(8) == 0) return constant(type);
        return known[known.size() - 1 - pick(std::min<unsigned>(static_cast<unsigned>(known.size()), 12))];
    }

    Value* constant(Type* type) {
        if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
            std::vector<llvm::Constant*> elements;
            for (unsigned i = 0; i < vector->getNumElements(); ++i) {
                elements.push_back(llvm::cast<llvm::Constant>(constant(vector->getElementType())));
            }
            return llvm::ConstantVector::get(elements);
        }
        if (type->isIntegerTy()) return llvm::ConstantInt::get(type, pick(2) ? random_() : pick(5));
        const double numbers[] = {0.0, -0.0, 1.0, -1.5, 0x1p-1030, 0x1.8p-130, 1e30, 3.1415926535, INFINITY, 0.1};
        return llvm::ConstantFP::get(type, numbers[pick(10)]);
    }

    void keep(Value* v) { values_[v->getType()].push_back(v); }

    Value* field(unsigned offset, Type* type) {
        return b_.CreateAlignedLoad(type, b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), function_->getArg(0), offset),
                                    llvm::Align(4));
    }

    void load_inputs() {
        auto index = module_.getFunction("__ndweave_global_id");
        gid_ = b_.CreateCall(index, {b_.getInt32(0)});
        keep(gid_);
        Value* in = field(0, b_.getPtrTy());
        for (int i = 0; i < 4; ++i) {
            Value* at = b_.CreateInBoundsGEP(b_.getInt64Ty(), in, b_.CreateAdd(b_.CreateShl(gid_, 2), b_.getInt64(i)));
            keep(b_.CreateLoad(b_.getInt64Ty(), at));
        }
        keep(field(16, b_.getInt64Ty()));
        keep(field(24, b_.getInt32Ty()));
        keep(field(28, b_.getFloatTy()));
        keep(field(32, b_.getDoubleTy()));
        array_ = b_.CreateAlloca(llvm::ArrayType::get(b_.getInt64Ty(), 8));
        b_.CreateMemSet(array_, b_.getInt8(static_cast<std::uint8_t>(random_())), 64, llvm::Align(8));
        std::vector<std::uint16_t> words(16);
        for (auto& word : words) word = static_cast<std::uint16_t>(random_());
        llvm::Constant* table = llvm::ConstantDataArray::get(module_.getContext(), words);
        table_ = new llvm::GlobalVariable(module_, table->getType(), true, llvm::GlobalValue::InternalLinkage, table);
    }

    /// NaN's bits are not specified, so floating-point numbers become integers with every NaN alike.
    Value* bits_of(Value* v) {
        Type* type = v->getType();
        Value* ordered = b_.CreateSelect(b_.CreateFCmpORD(v, v), v, llvm::ConstantFP::get(type, 42.0));
        return b_.CreateBitCast(ordered, type->isFloatTy() ? b_.getInt32Ty() : b_.getInt64Ty());
    }

    Value* as_word(Value* v) {
        if (v->getType()->isVectorTy()) v = b_.CreateExtractElement(v, b_.getInt32(0));
        if (v->getType()->isFloatingPointTy()) v = bits_of(v);
        return b_.CreateZExtOrTrunc(v, b_.getInt64Ty());
    }

    void store_outputs() {
        Value* out = field(8, b_.getPtrTy());
        for (unsigned i = 0; i < 8; ++i) {
            Value* sum = i ? static_cast<Value*>(b_.getInt64(0)) : b_.CreateLoad(b_.getInt64Ty(), array_);
            for (auto& [type, known] : values_) {
                if (!known.empty()) sum = b_.CreateXor(b_.CreateMul(sum, b_.getInt64(31)), as_word(any(type)));
            }
            b_.CreateStore(
                sum, b_.CreateInBoundsGEP(b_.getInt64Ty(), out, b_.CreateAdd(b_.CreateShl(gid_, 3), b_.getInt64(i))));
        }
    }

    // Operations, each free of undefined behaviour.

    Value* bounded(Value* v, unsigned limit) {  // an index below a power of two
        return b_.CreateAnd(b_.CreateZExtOrTrunc(v, b_.getInt64Ty()), b_.getInt64(limit - 1));
    }

    Value* shift_amount(Type* type) {
        const unsigned bits = type->getScalarSizeInBits();
        return b_.CreateURem(any(type), llvm::ConstantInt::get(type, bits == 1 ? 1 : std::min(bits, 60u)));
    }

    Value* integer_arithmetic(Type* type) {
        Value *a = any(type), *c = any(type);
        switch (pick(12)) {
            case 0:
                return b_.CreateAdd(a, c);
            case 1:
                return b_.CreateSub(a, c);
            case 2:
                return b_.CreateMul(a, c);
            case 3:
                return b_.CreateAnd(a, c);
            case 4:
                return b_.CreateOr(a, c);
            case 5:
                return b_.CreateXor(a, c);
            case 6:
                return b_.CreateShl(a, shift_amount(type));
            case 7:
                return b_.CreateLShr(a, shift_amount(type));
            case 8:
                return b_.CreateAShr(a, shift_amount(type));
            case 9:
                return divide(type, a, c);
            case 10:
                return b_.CreateSelect(any(b_.getInt1Ty()), a, c);
            default:
                return b_.CreateFreeze(a);
        }
    }

    Value* divide(Type* type, Value* a, Value* c) {
        const unsigned bits = type->getScalarSizeInBits();
        if (bits == 1) return a;
        Value* divisor = b_.CreateOr(c, llvm::ConstantInt::get(type, 1));
        if (pick(2)) return pick(2) ? b_.CreateUDiv(a, divisor) : b_.CreateURem(a, divisor);
        divisor = b_.CreateAnd(divisor, llvm::ConstantInt::get(type, llvm::APInt::getSignedMaxValue(bits)));
        return pick(2) ? b_.CreateSDiv(a, divisor) : b_.CreateSRem(a, divisor);
    }

    Value* integer_intrinsic(Type* type) {
        const ID two[] = {Intrinsic::smax,     Intrinsic::smin,     Intrinsic::umax,     Intrinsic::umin,
                          Intrinsic::uadd_sat, Intrinsic::usub_sat, Intrinsic::sadd_sat, Intrinsic::ssub_sat};
        switch (pick(6)) {
            case 0:
                return b_.CreateBinaryIntrinsic(two[pick(8)], any(type), any(type));
            case 1:
                return b_.CreateUnaryIntrinsic(pick(2) ? Intrinsic::ctpop : Intrinsic::bitreverse, any(type));
            case 2:
                return b_.CreateIntrinsic(pick(2) ? Intrinsic::ctlz : Intrinsic::cttz, {type},
                                          {any(type), b_.getFalse()});
            case 3:
                return b_.CreateIntrinsic(pick(2) ? Intrinsic::fshl : Intrinsic::fshr, {type},
                                          {any(type), any(type), any(type)});
            case 4:
                return b_.CreateIntrinsic(Intrinsic::abs, {type}, {any(type), b_.getFalse()});
            default:
                return type->getScalarSizeInBits() % 16 == 0 ? b_.CreateUnaryIntrinsic(Intrinsic::bswap, any(type))
                                                             : any(type);
        }
    }

    Value* overflow() {
        const ID all[] = {Intrinsic::uadd_with_overflow, Intrinsic::usub_with_overflow, Intrinsic::umul_with_overflow,
                          Intrinsic::sadd_with_overflow, Intrinsic::ssub_with_overflow, Intrinsic::smul_with_overflow};
        Type* types[] = {b_.getInt8Ty(), b_.getInt16Ty(), b_.getInt32Ty(), b_.getInt64Ty()};
        Type* type = types[pick(4)];
        Value* pair = b_.CreateBinaryIntrinsic(all[pick(6)], any(type), any(type));
        keep(b_.CreateExtractValue(pair, {1}));
        return b_.CreateExtractValue(pair, {0});
    }

    Value* compare() {
        if (pick(3) == 0) {
            Type* type = any_float();
            return b_.CreateFCmp(static_cast<llvm::CmpInst::Predicate>(pick(16)), any(type), any(type));
        }
        Type* type = any_integer();
        return b_.CreateICmp(static_cast<llvm::CmpInst::Predicate>(llvm::CmpInst::FIRST_ICMP_PREDICATE + pick(10)),
                             any(type), any(type));
    }

    Value* float_arithmetic(Type* type) {
        Value *a = any(type), *c = any(type);
        switch (pick(12)) {
            case 0:
                return b_.CreateFAdd(a, c);
            case 1:
                return b_.CreateFSub(a, c);
            case 2:
                return b_.CreateFMul(a, c);
            case 3:
                return b_.CreateFDiv(a, c);
            case 4:
                return b_.CreateFNeg(a);
            case 5:
                return b_.CreateIntrinsic(Intrinsic::fma, {type}, {a, c, any(type)});
            case 6:
                return b_.CreateUnaryIntrinsic(Intrinsic::fabs, a);
            case 7:
                return b_.CreateUnaryIntrinsic(pick(2) ? Intrinsic::floor : Intrinsic::ceil, a);
            case 8:
                return b_.CreateUnaryIntrinsic(pick(2) ? Intrinsic::rint : Intrinsic::trunc, a);
            case 9:
                return b_.CreateBinaryIntrinsic(pick(2) ? Intrinsic::minimum : Intrinsic::maximum, a, c);
            case 10:
                return b_.CreateSelect(any(b_.getInt1Ty()), a, c);
            default:
                return b_.CreateBinaryIntrinsic(Intrinsic::copysign, number(a), number(c));
        }
    }

    Value* number(Value* a) {  // no NaN, whose sign is not specified
        return b_.CreateSelect(b_.CreateFCmpORD(a, a), a, llvm::ConstantFP::get(a->getType(), 2.0));
    }

    Value* convert() {
        Type *from = any_integer(), *to = any_integer(), *real = any_float();
        switch (pick(6)) {
            case 0:
                return pick(2) ? b_.CreateZExtOrTrunc(any(from), to) : b_.CreateSExtOrTrunc(any(from), to);
            case 1:
                return pick(2) ? b_.CreateUIToFP(any(from), real) : b_.CreateSIToFP(any(from), real);
            case 2:
                return b_.CreateIntrinsic(pick(2) ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat, {to, real},
                                          {any(real)});
            case 3:
                return pick(2) ? bits_of(any(real))
                               : b_.CreateIntrinsic(Intrinsic::is_fpclass, {real},
                                                    {number(any(real)), b_.getInt32(pick(1024))});
            case 4:
                return b_.CreateBitCast(any(b_.getInt64Ty()), pick(2) ? b_.getDoubleTy() : vectors_[1 + pick(2)]);
            default:
                return b_.CreateFPCast(any(real), real->isFloatTy() ? b_.getDoubleTy() : b_.getFloatTy());
        }
    }

    Value* memory() {
        switch (pick(5)) {
            case 0: {  // a private cell, sometimes unaligned
                Value* at = b_.CreateGEP(b_.getInt8Ty(), array_, bounded(any(any_integer()), 32));
                Type* type = any_integer();
                if (pick(2)) b_.CreateAlignedStore(any(type), at, llvm::Align(1));
                return b_.CreateAlignedLoad(pick(2)                           ? b_.getInt32Ty()
                                            : type->getScalarSizeInBits() % 8 ? b_.getInt16Ty()
                                                                              : type,
                                            at, llvm::Align(1));
            }
            case 1: {
                Value* at = b_.CreateGEP(b_.getInt64Ty(), array_, bounded(any(any_integer()), 8));
                if (pick(2)) b_.CreateStore(any(b_.getInt64Ty()), at);
                return b_.CreateLoad(b_.getInt64Ty(), at);
            }
            case 2: {
                Value* at = b_.CreateGEP(b_.getInt16Ty(), table_, bounded(any(any_integer()), 16));
                return b_.CreateLoad(b_.getInt16Ty(), at);
            }
            case 3: {  // overlapping move within the array
                b_.CreateMemMove(b_.CreateConstGEP1_64(b_.getInt8Ty(), array_, pick(16)), llvm::Align(1),
                                 b_.CreateConstGEP1_64(b_.getInt8Ty(), array_, pick(16)), llvm::Align(1), 1 + pick(40));
                return b_.CreateLoad(b_.getInt64Ty(), array_);
            }
            default: {
                Value* at =
                    b_.CreateGEP(b_.getInt32Ty(), b_.CreateConstGEP1_64(b_.getInt8Ty(), function_->getArg(0), 40),
                                 bounded(any(any_integer()), 4));
                return b_.CreateLoad(b_.getInt32Ty(), at);
            }
        }
    }

    Value* vector() {
        auto* type = llvm::cast<llvm::FixedVectorType>(vectors_[pick(3)]);
        Type* element = type->getElementType();
        Value* index = bounded(any(any_integer()), type->getNumElements());
        switch (pick(5)) {
            case 0:
                return b_.CreateInsertElement(any(type), any(element), index);
            case 1:
                return b_.CreateExtractElement(any(type), index);
            case 2:
                return b_.CreateShuffleVector(any(type), any(type), mask(type->getNumElements()));
            case 3:
                return element->isIntegerTy() ? integer_arithmetic_lanes(type) : b_.CreateFAdd(any(type), any(type));
            default:
                return b_.CreateInsertElement(any(type), any(element), pick(type->getNumElements()));
        }
    }

    Value* integer_arithmetic_lanes(Type* type) {
        switch (pick(3)) {
            case 0:
                return b_.CreateMul(any(type), any(type));
            case 1:
                return b_.CreateBinaryIntrinsic(Intrinsic::smax, any(type), any(type));
            default:
                return b_.CreateSelect(b_.CreateICmpSLT(any(type), any(type)), any(type), any(type));
        }
    }

    std::vector<int> mask(unsigned count) {
        std::vector<int> lanes(count);
        for (int& lane : lanes) lane = static_cast<int>(pick(2 * count));
        return lanes;
    }

    void operation() {
        switch (pick(10)) {
            case 0:
                return keep(integer_intrinsic(any_integer()));
            case 1:
                return keep(overflow());
            case 2:
                return keep(compare());
            case 3:
            case 4:
                return keep(float_arithmetic(any_float()));
            case 5:
                return keep(convert());
            case 6:
                return keep(memory());
            case 7:
                return keep(vector());
            default:
                return keep(integer_arithmetic(any_integer()));
        }
    }

    // Control flow. Values of inner blocks do not dominate what follows; phis carry some of them out.

    llvm::BasicBlock* block(const char* name) {
        return llvm::BasicBlock::Create(module_.getContext(), name, function_);
    }

    void body(unsigned depth) {
        for (unsigned i = 0; i < 6 + pick(6); ++i) operation();
        if (depth == 0) return;
        switch (pick(3)) {
            case 0:
                branch(depth);
                break;
            case 1:
                loop(depth);
                break;
            default:
                choice(depth);
                break;
        }
        for (unsigned i = 0; i < 4; ++i) operation();
        if (pick(2)) body(depth - 1);
    }

    void branch(unsigned depth) {
        Type *first = any_integer(), *second = any_type();
        auto *yes = block("yes"), *no = block("no"), *join = block("join");
        b_.CreateCondBr(compare(), yes, no);
        const auto [a1, a2, a] = arm(yes, join, depth, first, second);
        const auto [c1, c2, c] = arm(no, join, 0, first, second);
        b_.SetInsertPoint(join);
        merge({{a1, a}, {c1, c}});
        merge({{a2, a}, {c2, c}});
    }

    std::tuple<Value*, Value*, llvm::BasicBlock*> arm(llvm::BasicBlock* at, llvm::BasicBlock* join, unsigned depth,
                                                      Type* first, Type* second) {
        const pool outer = values_;
        b_.SetInsertPoint(at);
        if (depth) body(depth - 1);
        operation();
        Value *a = any(first), *c = any(second);
        llvm::BasicBlock* end = b_.GetInsertBlock();
        b_.CreateBr(join);
        values_ = outer;
        return {a, c, end};
    }

    void merge(const std::vector<std::pair<Value*, llvm::BasicBlock*>>& incoming) {
        auto* phi = llvm::PHINode::Create(incoming[0].first->getType(), 2, "", b_.GetInsertBlock()->begin());
        for (const auto& [v, from] : incoming) phi->addIncoming(v, from);
        keep(phi);
    }

    void choice(unsigned depth) {
        Type *index = b_.getIntNTy(pick(2) ? 8 : 64), *carried = any_integer();
        auto *join = block("join"), *other = block("other");
        auto* s = b_.CreateSwitch(b_.CreateAnd(any(index), llvm::ConstantInt::get(index, 3)), other, 3);
        std::vector<std::pair<Value*, llvm::BasicBlock*>> incoming;
        for (unsigned i = 0; i < 3; ++i) {
            auto* target = block("case");
            s->addCase(llvm::cast<llvm::ConstantInt>(llvm::ConstantInt::get(index, i)), target);
            const auto [a, unused, end] = arm(target, join, i == 0 ? depth - 1 : 0, carried, carried);
            incoming.push_back({a, end});
        }
        const auto [a, unused, end] = arm(other, join, 0, carried, carried);
        incoming.push_back({a, end});
        b_.SetInsertPoint(join);
        merge(incoming);
    }

    /// A loop of a few iterations whose carried values swap places: phis that need parallel copies.
    void loop(unsigned depth) {
        Type *type = any_integer(), *other = any_type();
        llvm::BasicBlock* before = b_.GetInsertBlock();
        auto *head = block("head"), *exit = block("exit");
        Value *first = any(type), *second = any(type), *third = any(other), *trips = bounded(any(any_integer()), 8);
        b_.CreateBr(head);
        b_.SetInsertPoint(head);
        auto* counter = b_.CreatePHI(b_.getInt64Ty(), 2);
        auto *x = b_.CreatePHI(type, 2), *y = b_.CreatePHI(type, 2), *z = b_.CreatePHI(other, 2);
        const pool outer = values_;
        for (Value* v :
             {static_cast<Value*>(counter), static_cast<Value*>(x), static_cast<Value*>(y), static_cast<Value*>(z)}) {
            keep(v);
        }
        body(depth - 1);
        Value *next = b_.CreateAdd(counter, b_.getInt64(1)), *new_x = pick(2) ? static_cast<Value*>(y) : any(type),
              *new_z = any(other);
        llvm::BasicBlock* latch = b_.GetInsertBlock();
        b_.CreateCondBr(b_.CreateICmpULT(next, trips), head, exit);
        for (auto [phi, initial, again] : std::initializer_list<std::tuple<llvm::PHINode*, Value*, Value*>>{
                 {counter, b_.getInt64(0), next}, {x, first, new_x}, {y, second, x}, {z, third, new_z}}) {
            phi->addIncoming(initial, before);
            phi->addIncoming(again, latch);
        }
        values_ = outer;
        b_.SetInsertPoint(exit);
        keep(x);
        keep(y);
        keep(z);
    }

    llvm::Module& module_;
    llvm::IRBuilder<> b_;
    std::mt19937_64 random_;
    llvm::Function* function_ = nullptr;
    std::vector<Type*> integers_, floats_, vectors_;
    pool values_;
    Value *gid_ = nullptr, *array_ = nullptr, *table_ = nullptr;
};

}  // namespace

std::unique_ptr<llvm::Module> random_kernel(llvm::LLVMContext& context, std::uint64_t seed) {
    std::unique_ptr<llvm::Module> module = parse_kernel(context, "");
    generator(*module, seed).run();
    return module;
}

}  // namespace ndweave::compiler::testing
