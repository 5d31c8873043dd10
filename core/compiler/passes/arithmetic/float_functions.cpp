#include "compiler/passes/arithmetic/float_functions.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace ndweave::compiler {
namespace {

using namespace llvm;

bool is_narrow(const Type* type) { return type->getScalarType()->isHalfTy() || type->getScalarType()->isBFloatTy(); }

bool goes_through_float(Intrinsic::ID id) {
    switch (id) {
        case Intrinsic::acos:
        case Intrinsic::asin:
        case Intrinsic::atan:
        case Intrinsic::cos:
        case Intrinsic::cosh:
        case Intrinsic::exp:
        case Intrinsic::exp10:
        case Intrinsic::exp2:
        case Intrinsic::frexp:
        case Intrinsic::ldexp:
        case Intrinsic::llrint:
        case Intrinsic::llround:
        case Intrinsic::log:
        case Intrinsic::log10:
        case Intrinsic::log2:
        case Intrinsic::lrint:
        case Intrinsic::lround:
        case Intrinsic::maximum:
        case Intrinsic::minimum:
        case Intrinsic::pow:
        case Intrinsic::powi:
        case Intrinsic::sin:
        case Intrinsic::sinh:
        case Intrinsic::tan:
        case Intrinsic::tanh:
        case Intrinsic::vector_reduce_fmaximum:
        case Intrinsic::vector_reduce_fminimum:
            return true;
        default:
            return false;
    }
}

class normalisation {
public:
    explicit normalisation(Function& function) {
        for (Instruction& i : instructions(function)) {
            if (isa<IntrinsicInst>(i) || i.getOpcode() == Instruction::FRem) left_.push_back(&i);
        }
    }

    void run() {
        while (!left_.empty()) {
            Instruction& i = *left_.pop_back_val();
            IRBuilder<> at(&i);
            if (isa<FPMathOperator>(i)) at.setFastMathFlags(i.getFastMathFlags());
            Value* const made =
                i.getOpcode() == Instruction::FRem ? remainder(at, i) : call(at, cast<IntrinsicInst>(i));
            if (made == nullptr) continue;
            i.replaceAllUsesWith(made);
            i.eraseFromParent();
        }
    }

private:
    /// A call of the intrinsic, to be looked at in its turn.
    Value* intrinsic(IRBuilder<>& at, Intrinsic::ID id, ArrayRef<Type*> types, ArrayRef<Value*> arguments) {
        CallInst* const made = at.CreateIntrinsic(id, types, arguments);
        left_.push_back(made);
        return made;
    }

    Value* remainder(IRBuilder<>& at, Instruction& i) {
        if (!is_narrow(i.getType())) return nullptr;
        Type* const real = i.getType()->getWithNewType(at.getFloatTy());
        Value* const wide = at.CreateFRem(at.CreateFPExt(i.getOperand(0), real), at.CreateFPExt(i.getOperand(1), real));
        return at.CreateFPTrunc(wide, i.getType());
    }

    Value* call(IRBuilder<>& at, IntrinsicInst& i) {
        const Intrinsic::ID id = i.getIntrinsicID();
        if (i.arg_size() > 0 && is_narrow(i.getArgOperand(0)->getType()) && goes_through_float(id))
            return through_float(at, i);
        switch (id) {
            case Intrinsic::canonicalize: {
                Value* const x = i.getArgOperand(0);
                return at.CreateSelect(at.CreateFCmpUNO(x, x), at.CreateFAdd(x, x), x);
            }
            case Intrinsic::frexp:
                return frexp(at, i);
            case Intrinsic::maximum:
            case Intrinsic::minimum:
                return i.getType()->getScalarType()->isX86_FP80Ty() ? extreme(at, i) : nullptr;
            case Intrinsic::vector_reduce_fmaximum:
            case Intrinsic::vector_reduce_fminimum:
                return i.getType()->isX86_FP80Ty() ? extreme_lane(at, i) : nullptr;
            case Intrinsic::ldexp:
            case Intrinsic::powi:
                return with_int_exponent(at, i);
            case Intrinsic::llrint:
            case Intrinsic::llround:
            case Intrinsic::lrint:
            case Intrinsic::lround:
                return whole_number(at, i);
            default:
                return nullptr;
        }
    }

    Value* through_float(IRBuilder<>& at, IntrinsicInst& i) {
        const Intrinsic::ID id = i.getIntrinsicID();
        Type* const result = i.getType();
        Type* const narrow = i.getArgOperand(0)->getType();
        Type* const real = narrow->getWithNewType(at.getFloatTy());
        SmallVector<Value*, 2> arguments;
        for (Value* argument : i.args())
            arguments.push_back(is_narrow(argument->getType()) ? at.CreateFPExt(argument, real) : argument);
        SmallVector<Type*, 2> types = {real};
        if (id == Intrinsic::ldexp || id == Intrinsic::powi) types.push_back(arguments[1]->getType());
        if (id == Intrinsic::frexp) types.push_back(result->getStructElementType(1));
        if (result->isIntOrIntVectorTy()) types.insert(types.begin(), result);
        Value* const made = intrinsic(at, id, types, arguments);
        if (result->isIntOrIntVectorTy()) return made;
        if (id != Intrinsic::frexp) return at.CreateFPTrunc(made, result);
        Value* const fraction = at.CreateFPTrunc(at.CreateExtractValue(made, 0), narrow);
        return pair(at, result, fraction, at.CreateExtractValue(made, 1));
    }

    static Value* pair(IRBuilder<>& at, Type* type, Value* first, Value* second) {
        return at.CreateInsertValue(at.CreateInsertValue(PoisonValue::get(type), first, 0), second, 1);
    }

    Value* frexp(IRBuilder<>& at, IntrinsicInst& i) {
        Value* const x = i.getArgOperand(0);
        Type *const real = x->getType(), *const exponent = i.getType()->getStructElementType(1);
        const auto* const lanes = dyn_cast<FixedVectorType>(real);
        if (lanes == nullptr && exponent->isIntegerTy(32)) return nullptr;
        Value *fractions = PoisonValue::get(real), *exponents = PoisonValue::get(exponent);
        for (unsigned k = 0; k < (lanes ? lanes->getNumElements() : 1); ++k) {
            Value* const one = lanes ? at.CreateExtractElement(x, k) : x;
            Value* const made = intrinsic(at, Intrinsic::frexp, {real->getScalarType(), at.getInt32Ty()}, {one});
            Value* const fraction = at.CreateExtractValue(made, 0);
            Value* const power = at.CreateSExtOrTrunc(at.CreateExtractValue(made, 1), exponent->getScalarType());
            fractions = lanes ? at.CreateInsertElement(fractions, fraction, k) : fraction;
            exponents = lanes ? at.CreateInsertElement(exponents, power, k) : power;
        }
        return pair(at, i.getType(), fractions, exponents);
    }

    /// A NaN of either; of zeros, the negative one is less.
    Value* extreme(IRBuilder<>& at, IntrinsicInst& i) {
        Value *const a = i.getArgOperand(0), *const b = i.getArgOperand(1);
        const bool largest = i.getIntrinsicID() == Intrinsic::maximum;
        Value* const one = ConstantFP::get(a->getType(), 1);
        Value* const sign =
            at.CreateFCmpOLT(at.CreateBinaryIntrinsic(Intrinsic::copysign, one, a), ConstantFP::getZero(a->getType()));
        Value* const of_equals = largest ? at.CreateSelect(sign, b, a) : at.CreateSelect(sign, a, b);
        Value* const beyond = largest ? at.CreateFCmpOGT(a, b) : at.CreateFCmpOLT(a, b);
        Value* const number = at.CreateSelect(at.CreateFCmpOEQ(a, b), of_equals, at.CreateSelect(beyond, a, b));
        return at.CreateSelect(at.CreateFCmpUNO(a, b), at.CreateFAdd(a, b), number);
    }

    Value* extreme_lane(IRBuilder<>& at, IntrinsicInst& i) {
        Value* const lanes = i.getArgOperand(0);
        const bool largest = i.getIntrinsicID() == Intrinsic::vector_reduce_fmaximum;
        Value* made = at.CreateExtractElement(lanes, std::uint64_t{0});
        for (unsigned k = 1; k < cast<FixedVectorType>(lanes->getType())->getNumElements(); ++k)
            made = intrinsic(at, largest ? Intrinsic::maximum : Intrinsic::minimum, {i.getType()},
                             {made, at.CreateExtractElement(lanes, k)});
        return made;
    }

    /// No exponent beyond these makes a difference to ldexp: the result is 0 or infinite. That of powi does.
    Value* with_int_exponent(IRBuilder<>& at, IntrinsicInst& i) {
        constexpr std::int64_t most = 100000;
        Value* exponent = i.getArgOperand(1);
        Type* const type = exponent->getType();
        const unsigned bits = type->getScalarSizeInBits();
        if (bits == 32 || (bits > 32 && i.getIntrinsicID() == Intrinsic::powi)) return nullptr;
        if (bits > 32) {
            exponent = at.CreateBinaryIntrinsic(Intrinsic::smax, exponent, ConstantInt::getSigned(type, -most));
            exponent = at.CreateBinaryIntrinsic(Intrinsic::smin, exponent, ConstantInt::getSigned(type, most));
        }
        exponent = at.CreateSExtOrTrunc(exponent, type->getWithNewType(at.getInt32Ty()));
        return intrinsic(at, i.getIntrinsicID(), {i.getType(), exponent->getType()}, {i.getArgOperand(0), exponent});
    }

    Value* whole_number(IRBuilder<>& at, IntrinsicInst& i) {
        if (i.getType()->getScalarSizeInBits() == 64) return nullptr;
        Type* const type = i.getType()->getWithNewType(at.getInt64Ty());
        Value* const made =
            intrinsic(at, i.getIntrinsicID(), {type, i.getArgOperand(0)->getType()}, {i.getArgOperand(0)});
        return at.CreateSExtOrTrunc(made, i.getType());
    }

    SmallVector<Instruction*> left_;
};

}  // namespace

void normalise_float_functions(Module& module) {
    for (Function& function : module) normalisation(function).run();
}

}  // namespace ndweave::compiler
