#include "compiler/passes/clean_up/bfloat_arithmetic.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/CodeGen/AtomicExpandUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace ndweave::compiler {
namespace {

using namespace llvm;

constexpr std::uint64_t sign_bit = 0x8000;

bool is_bfloat(const Type* type) { return type->getScalarType()->isBFloatTy(); }
bool is_bfloat(const Value* value) { return is_bfloat(value->getType()); }

Type* with(Type* type, Type* element) { return type->getWithNewType(element); }

Value* bits_of(IRBuilder<>& at, Value* number) {
    const unsigned bits = number->getType()->getScalarSizeInBits();
    return at.CreateBitCast(number, with(number->getType(), at.getIntNTy(bits)));
}

Value* to_float(IRBuilder<>& at, Value* bfloat) {
    Type* const word = with(bfloat->getType(), at.getInt32Ty());
    return at.CreateBitCast(at.CreateShl(at.CreateZExt(bits_of(at, bfloat), word), 16),
                            with(bfloat->getType(), at.getFloatTy()));
}

Value* to_bfloat(IRBuilder<>& at, Value* single) {
    Value* const bits = bits_of(at, single);
    const auto word = [&](std::uint64_t n) { return ConstantInt::get(bits->getType(), n); };
    Value* const odd = at.CreateAnd(at.CreateLShr(bits, 16), word(1));
    Value* const rounded = at.CreateAdd(at.CreateAdd(bits, word(0x7fff)), odd);
    Value* const is_nan = at.CreateFCmpUNO(single, single);
    Value* const chosen = at.CreateSelect(is_nan, at.CreateOr(bits, word(0x400000)), rounded);
    Value* const high = at.CreateTrunc(at.CreateLShr(chosen, 16), with(bits->getType(), at.getInt16Ty()));
    return at.CreateBitCast(high, with(single->getType(), at.getBFloatTy()));
}

/// `rounded`, or its neighbour towards the exact number, whichever is odd; `grows` and `shrinks` say where that is by
/// magnitude, and neither where `rounded` is exact.
Value* round_to_odd(IRBuilder<>& at, Value* rounded, Value* grows, Value* shrinks) {
    Value* const bits = bits_of(at, rounded);
    const auto word = [&](std::uint64_t n) { return ConstantInt::get(bits->getType(), n); };
    Value* const below = at.CreateOr(at.CreateSub(bits, word(1)), word(1));
    Value* const above = at.CreateOr(bits, word(1));
    Value* const odd = at.CreateSelect(shrinks, below, at.CreateSelect(grows, above, bits));
    return at.CreateBitCast(odd, rounded->getType());
}

/// A double or a long double as a float, rounded to odd.
Value* narrow_to_odd(IRBuilder<>& at, Value* exact) {
    Value* const single = at.CreateFPTrunc(exact, with(exact->getType(), at.getFloatTy()));
    Value* const magnitude = at.CreateUnaryIntrinsic(Intrinsic::fabs, exact);
    Value* const made = at.CreateUnaryIntrinsic(Intrinsic::fabs, at.CreateFPExt(single, exact->getType()));
    return round_to_odd(at, single, at.CreateFCmpOLT(made, magnitude), at.CreateFCmpOGT(made, magnitude));
}

/// The sum's error is exact (Knuth's TwoSum), and not a number where the sum is infinite or none.
Value* fused(IRBuilder<>& at, Value* a, Value* b, Value* c) {
    Type* const wide = with(a->getType(), at.getDoubleTy());
    const auto as_double = [&](Value* x) { return at.CreateFPExt(to_float(at, x), wide); };
    Value *const product = at.CreateFMul(as_double(a), as_double(b)), *const added = as_double(c);
    Value* const sum = at.CreateFAdd(product, added);
    Value* const part = at.CreateFSub(sum, product);
    Value* const error = at.CreateFAdd(at.CreateFSub(product, at.CreateFSub(sum, part)), at.CreateFSub(added, part));
    Value* const zero = Constant::getNullValue(wide);
    Value* const away =
        at.CreateFMul(at.CreateIntrinsic(wide, Intrinsic::copysign, {ConstantFP::get(wide, 1), sum}), error);
    Value* const odd = round_to_odd(at, sum, at.CreateFCmpOGT(away, zero), at.CreateFCmpOLT(away, zero));
    return to_bfloat(at, narrow_to_odd(at, odd));
}

void expand_update(AtomicRMWInst& update) {
    const bool is_volatile = update.isVolatile();
    expandAtomicRMWToCmpXchg(&update, [=](IRBuilderBase& at, Value* address, Value* loaded, Value* next, Align align,
                                          AtomicOrdering order, SyncScope::ID scope, Value*& success, Value*& seen) {
        // LLVM begins with a plain load, which is undefined beside other threads' updates.
        auto* const first = cast<LoadInst>(cast<PHINode>(loaded)->getIncomingValue(0));
        first->setAtomic(AtomicOrdering::Monotonic, scope);
        first->setVolatile(is_volatile);
        AtomicCmpXchgInst* const pair = at.CreateAtomicCmpXchg(
            address, at.CreateBitCast(loaded, at.getInt16Ty()), at.CreateBitCast(next, at.getInt16Ty()), align, order,
            AtomicCmpXchgInst::getStrongestFailureOrdering(order), scope);
        pair->setVolatile(is_volatile);
        success = at.CreateExtractValue(pair, 1);
        seen = at.CreateBitCast(at.CreateExtractValue(pair, 0), loaded->getType());
    });
}

class expansion {
public:
    explicit expansion(Function& function) : function_(function) {}

    void run() {
        for (Instruction& i : make_early_inc_range(instructions(function_))) {
            IRBuilder<> at(&i);
            Value* const made = expand(at, i);
            if (made == nullptr) continue;
            i.replaceAllUsesWith(made);
            i.eraseFromParent();
        }
    }

private:
    Value* expand(IRBuilder<>& at, Instruction& i) const {
        if (auto* const call = dyn_cast<IntrinsicInst>(&i)) return intrinsic(at, *call);
        if (i.getNumOperands() == 0) return nullptr;
        Value* const from = i.getOperand(0);
        switch (i.getOpcode()) {
            case Instruction::FPExt:
                return is_bfloat(from) ? at.CreateFPCast(to_float(at, from), i.getType()) : nullptr;
            case Instruction::FPTrunc:
                return is_bfloat(&i) ? truncated(at, from) : nullptr;
            case Instruction::FPToSI:
            case Instruction::FPToUI:
                return is_bfloat(from) ? at.CreateCast(cast<CastInst>(i).getOpcode(), to_float(at, from), i.getType())
                                       : nullptr;
            case Instruction::SIToFP:
            case Instruction::UIToFP:
                if (!is_bfloat(&i)) return nullptr;
                return to_bfloat(
                    at, at.CreateCast(cast<CastInst>(i).getOpcode(), from, with(i.getType(), at.getFloatTy())));
            case Instruction::FNeg:
                return is_bfloat(&i) ? with_bits(at, i.getType(), at.CreateXor(bits_of(at, from), sign_bit)) : nullptr;
            case Instruction::FCmp:
                if (!is_bfloat(from)) return nullptr;
                return at.CreateFCmp(cast<FCmpInst>(i).getPredicate(), to_float(at, from),
                                     to_float(at, i.getOperand(1)));
            default:
                if (!i.isBinaryOp() || !is_bfloat(&i)) return nullptr;
                return arithmetic(at, Instruction::BinaryOps(i.getOpcode()), i.getFastMathFlags(), from,
                                  i.getOperand(1));
        }
    }

    static Value* with_bits(IRBuilder<>& at, Type* type, Value* bits) { return at.CreateBitCast(bits, type); }

    static Value* truncated(IRBuilder<>& at, Value* from) {
        return to_bfloat(at, from->getType()->getScalarType()->isFloatTy() ? from : narrow_to_odd(at, from));
    }

    static Value* arithmetic(IRBuilder<>& at, Instruction::BinaryOps opcode, FastMathFlags flags, Value* a, Value* b) {
        IRBuilder<>::FastMathFlagGuard guard(at);
        Value *const left = to_float(at, a), *const right = to_float(at, b);
        at.setFastMathFlags(flags);
        return to_bfloat(at, at.CreateBinOp(opcode, left, right));
    }

    Value* intrinsic(IRBuilder<>& at, IntrinsicInst& i) const {
        const bool takes = llvm::any_of(i.args(), [](const Value* argument) { return is_bfloat(argument); });
        if (!takes && !is_bfloat(&i)) return nullptr;
        const auto argument = [&](unsigned k) { return i.getArgOperand(k); };
        switch (i.getIntrinsicID()) {
            case Intrinsic::fabs:
                return with_bits(at, i.getType(), at.CreateAnd(bits_of(at, argument(0)), sign_bit - 1));
            case Intrinsic::copysign: {
                Value* const magnitude = at.CreateAnd(bits_of(at, argument(0)), sign_bit - 1);
                Value* const sign = at.CreateAnd(bits_of(at, argument(1)), sign_bit);
                return with_bits(at, i.getType(), at.CreateOr(magnitude, sign));
            }
            case Intrinsic::fma:
                return fused(at, argument(0), argument(1), argument(2));
            case Intrinsic::fmuladd: {
                Value* const product = arithmetic(at, Instruction::FMul, {}, argument(0), argument(1));
                return arithmetic(at, Instruction::FAdd, {}, product, argument(2));
            }
            case Intrinsic::vector_reduce_fadd:
                return reduced(at, i, Instruction::FAdd);
            case Intrinsic::vector_reduce_fmul:
                return reduced(at, i, Instruction::FMul);
            case Intrinsic::fptosi_sat:
            case Intrinsic::fptoui_sat: {
                Value* const single = to_float(at, argument(0));
                return at.CreateIntrinsic(i.getIntrinsicID(), {i.getType(), single->getType()}, {single});
            }
            case Intrinsic::masked_load:
            case Intrinsic::masked_gather:
            case Intrinsic::masked_expandload:
            case Intrinsic::masked_store:
            case Intrinsic::masked_scatter:
            case Intrinsic::masked_compressstore:
                return masked(at, i);
            case Intrinsic::ceil:
            case Intrinsic::floor:
            case Intrinsic::maximum:
            case Intrinsic::maxnum:
            case Intrinsic::minimum:
            case Intrinsic::minnum:
            case Intrinsic::nearbyint:
            case Intrinsic::rint:
            case Intrinsic::round:
            case Intrinsic::roundeven:
            case Intrinsic::sqrt:
            case Intrinsic::trunc:
            case Intrinsic::vector_reduce_fmax:
            case Intrinsic::vector_reduce_fmaximum:
            case Intrinsic::vector_reduce_fmin:
            case Intrinsic::vector_reduce_fminimum:
                return in_float(at, i);
            default:
                return nullptr;
        }
    }

    static Value* in_float(IRBuilder<>& at, IntrinsicInst& i) {
        SmallVector<Value*, 2> arguments;
        for (Value* argument : i.args()) arguments.push_back(to_float(at, argument));
        return to_bfloat(at, at.CreateIntrinsic(i.getIntrinsicID(), {arguments[0]->getType()}, arguments));
    }

    /// In the order of the lanes, which is always allowed.
    static Value* reduced(IRBuilder<>& at, IntrinsicInst& i, Instruction::BinaryOps opcode) {
        Value *made = i.getArgOperand(0), *const lanes = i.getArgOperand(1);
        for (unsigned k = 0; k < cast<FixedVectorType>(lanes->getType())->getNumElements(); ++k)
            made = arithmetic(at, opcode, i.getFastMathFlags(), made, at.CreateExtractElement(lanes, k));
        return made;
    }

    /// Of integers.
    static Value* masked(IRBuilder<>& at, IntrinsicInst& i) {
        SmallVector<Value*, 4> arguments;
        Type *data = nullptr, *address = nullptr;
        for (Value* argument : i.args()) {
            if (is_bfloat(argument)) data = (argument = bits_of(at, argument))->getType();
            if (argument->getType()->getScalarType()->isPointerTy()) address = argument->getType();
            arguments.push_back(argument);
        }
        SmallVector<Type*, 2> types = {data};
        const Intrinsic::ID id = i.getIntrinsicID();
        if (id != Intrinsic::masked_expandload && id != Intrinsic::masked_compressstore) types.push_back(address);
        CallInst* const made = at.CreateIntrinsic(id, types, arguments);
        made->copyMetadata(i);
        for (unsigned k = 0; k < i.arg_size(); ++k) {
            for (const Attribute& attribute : i.getAttributes().getParamAttrs(k)) made->addParamAttr(k, attribute);
        }
        return i.getType()->isVoidTy() ? static_cast<Value*>(made) : at.CreateBitCast(made, i.getType());
    }

    Function& function_;
};

/// Carries bfloats as integers: the code generator makes floats of those that live beyond their block.
class carriage {
public:
    explicit carriage(Function& function) {
        for (Argument& argument : function.args()) {
            if (is_bfloat(&argument)) given_.push_back(&argument);
        }
        for (Instruction& i : instructions(function)) {
            if (is_bfloat(&i)) is_carried(i) ? (void)carried_.insert(&i) : given_.push_back(&i);
        }
    }

    void run() {
        for (Instruction* i : carried_) i->mutateType(integer(i->getType()));
        for (Value* value : given_) pass_on(*value, *integer_behind(*value));
        for (Instruction* i : carried_) {
            pass_on(*i, *i);
            take_integers(*i);
        }
    }

private:
    static bool is_carried(const Instruction& i) {
        return isa<BitCastInst, ExtractElementInst, FreezeInst, InsertElementInst, LoadInst, PHINode, SelectInst,
                   ShuffleVectorInst>(i);
    }

    static Type* integer(Type* bfloat) { return with(bfloat, Type::getInt16Ty(bfloat->getContext())); }

    static Value* integer_behind(Value& given) {
        auto* const i = dyn_cast<Instruction>(&given);
        IRBuilder<> at(i ? i->getNextNode()
                         : &*cast<Argument>(given).getParent()->getEntryBlock().getFirstInsertionPt());
        return at.CreateBitCast(&given, integer(given.getType()));
    }

    /// Gives `bits` to the users of `value`, as a bfloat where it must be one.
    void pass_on(Value& value, Value& bits) const {
        for (Use& use : make_early_inc_range(value.uses())) {
            auto* const user = cast<Instruction>(use.getUser());
            if (user == &bits) continue;
            if (isa<StoreInst, BitCastInst>(user) || carried_.contains(user)) {
                use.set(&bits);
                continue;
            }
            IRBuilder<> at(user);
            use.set(at.CreateBitCast(&bits, with(bits.getType(), at.getBFloatTy())));
        }
    }

    static void take_integers(Instruction& i) {
        for (Use& use : i.operands()) {
            if (auto* const constant = dyn_cast<Constant>(use.get()); constant && is_bfloat(constant))
                use.set(ConstantExpr::getBitCast(constant, integer(constant->getType())));
        }
    }

    SmallVector<Value*> given_;
    SmallSetVector<Instruction*, 16> carried_;
};

}  // namespace

void expand_bfloat_updates(Module& module) {
    SmallVector<AtomicRMWInst*> updates;
    for (Function& function : module) {
        for (Instruction& i : instructions(function)) {
            auto* const update = dyn_cast<AtomicRMWInst>(&i);
            if (update && update->getType()->isBFloatTy() && update->getOperation() != AtomicRMWInst::Xchg)
                updates.push_back(update);
        }
    }
    for (AtomicRMWInst* update : updates) expand_update(*update);
}

void expand_bfloat_arithmetic(Module& module) {
    for (Function& function : module) {
        if (function.isDeclaration()) continue;
        expansion(function).run();
        carriage(function).run();
    }
}

}  // namespace ndweave::compiler
