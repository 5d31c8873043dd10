#include "construct_reference.hpp"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <stdexcept>

namespace ndweave::compiler::testing {
namespace {

using namespace llvm;

const fltSemantics& semantics_of(const std::string& type) {
    const std::string scalar = scalar_of(type);
    if (scalar == "half") return APFloat::IEEEhalf();
    if (scalar == "bfloat") return APFloat::BFloat();
    if (scalar == "float") return APFloat::IEEEsingle();
    if (scalar == "double") return APFloat::IEEEdouble();
    return scalar == "fp128" ? APFloat::IEEEquad() : APFloat::x87DoubleExtended();
}

APInt random_bits(unsigned bits, std::mt19937_64& random) {
    APInt made(bits, 0);
    for (unsigned at = 0; at < bits; at += 64) {
        const unsigned part = std::min(64u, bits - at);
        made.insertBits(APInt(64, random()).zextOrTrunc(part), at);
    }
    return made;
}

APInt integer_number(unsigned bits, unsigned k, std::mt19937_64& random) {
    switch (k % 12) {
        case 0:
            return APInt(bits, 0);
        case 1:
            return APInt(bits, 1);
        case 2:
            return APInt::getAllOnes(bits);
        case 3:
            return APInt::getSignedMinValue(bits);
        case 4:
            return APInt::getSignedMaxValue(bits);
        case 5:
            return APInt(64, random() % 100).zextOrTrunc(bits);
        default:
            return k % 2 ? random_bits(bits, random)
                         : random_bits(bits, random).lshr(static_cast<unsigned>(random() % bits));
    }
}

APFloat converted(APFloat number, const fltSemantics& to) {
    bool lost = false;
    number.convert(to, APFloat::rmNearestTiesToEven, &lost);
    return number;
}

/// No signalling NaN: whether an operation makes a quiet one of it is left open.
APFloat float_number(const std::string& type, unsigned k, std::mt19937_64& random) {
    const fltSemantics& s = semantics_of(type);
    switch (k % 16) {
        case 0:
        case 1:
            return APFloat::getZero(s, k % 2 == 1);
        case 2:
        case 3:
            return APFloat::getInf(s, k % 2 == 1);
        case 4:
            return APFloat::getQNaN(s);
        case 5:
            return APFloat::getLargest(s);
        case 6:
            return APFloat::getSmallest(s);
        case 7:
            return APFloat::getSmallestNormalized(s, true);
        case 8:
        case 12:
            return converted(APFloat(static_cast<double>(random() % 4096) / 4 - 512), s);
        case 9:
        case 11:
        case 13:
            if (scalar_of(type) != "x86_fp80") {
                const APFloat any(s, random_bits(bits_of(type), random));
                return any.isSignaling() ? APFloat::getOne(s) : any;
            }
            [[fallthrough]];
        default:
            return converted(
                APFloat(std::ldexp(static_cast<double>(random() >> 11) - 0x1p52, static_cast<int>(random() % 24) - 60)),
                s);
    }
}

APInt number(const std::string& type, unsigned k, std::mt19937_64& random) {
    return is_integer(type) ? integer_number(bits_of(type), k, random) : float_number(type, k, random).bitcastToAPInt();
}

void put(unsigned char* to, const APInt& number, unsigned bytes) {
    const APInt all = number.zext(bytes * 8);
    for (unsigned k = 0; k < bytes; ++k) to[k] = static_cast<unsigned char>(all.extractBitsAsZExtValue(8, k * 8));
}

APInt get(const unsigned char* from, const std::string& type) {
    const unsigned bytes = stored_bits(type) / 8;
    APInt all(bytes * 8, 0);
    for (unsigned k = 0; k < bytes; ++k) all.insertBits(APInt(8, from[k]), k * 8);
    return all.trunc(bits_of(type));
}

Constant* constant_at(LLVMContext& context, const std::string& type, const unsigned char* from) {
    SmallVector<Constant*, 8> lanes;
    for (unsigned k = 0; k < lanes_of(type); ++k) {
        const APInt bits = get(from + k * stored_bits(type) / 8, type);
        lanes.push_back(is_integer(type) ? static_cast<Constant*>(ConstantInt::get(context, bits))
                                         : ConstantFP::get(context, APFloat(semantics_of(type), bits)));
    }
    return lanes.size() == 1 ? lanes[0] : ConstantVector::get(lanes);
}

/// The construct as a function @op of its own.
class folded_construct {
public:
    explicit folded_construct(const construct& c) : library_(impl_) {
        std::string parameters;
        for (std::size_t k = 0; k < c.parameters.size(); ++k)
            parameters += (k > 0 ? ", " : "") + c.parameters[k] + " %" + static_cast<char>('a' + k);
        SMDiagnostic problem;
        module_ = parseAssemblyString(c.declarations + "define " + c.result + " @op(" + parameters + ") {\nentry:\n" +
                                          c.body + "  ret " + c.result + " %r\n}\n",
                                      problem, context_);
        if (module_ == nullptr) throw std::runtime_error(c.name + ": " + problem.getMessage().str());
    }

    LLVMContext& context() { return context_; }

    /// Null where it is not known.
    Constant* operator()(ArrayRef<Constant*> operands) {
        Function& function = *module_->getFunction("op");
        DenseMap<const Value*, Constant*> known;
        for (unsigned k = 0; k < operands.size(); ++k) known[function.getArg(k)] = operands[k];
        if (function.size() != 1) return nullptr;
        for (Instruction& i : instructions(function)) {
            SmallVector<Constant*, 4> of;
            for (Value* operand : i.operand_values()) {
                auto* const constant = dyn_cast<Constant>(operand);
                of.push_back(constant ? constant : known.lookup(operand));
                if (of.back() == nullptr) return nullptr;
            }
            if (isa<ReturnInst>(i)) return of[0];
            known[&i] = fold(i, of);
            if (known[&i] == nullptr) return nullptr;
        }
        return nullptr;
    }

private:
    Constant* fold(Instruction& i, SmallVectorImpl<Constant*>& of) const {
        if (const auto* const part = dyn_cast<ExtractValueInst>(&i))
            return of[0]->getAggregateElement(part->getIndices()[0]);
        auto* const call = dyn_cast<CallInst>(&i);
        if (call == nullptr) return ConstantFoldInstOperands(&i, of, module_->getDataLayout(), &library_);
        of.pop_back();
        if (!canConstantFoldCallTo(call, call->getCalledFunction())) return nullptr;
        return ConstantFoldCall(call, call->getCalledFunction(), of, &library_);
    }

    LLVMContext context_;
    std::unique_ptr<Module> module_;
    TargetLibraryInfoImpl impl_{Triple("x86_64-pc-linux-gnu")};
    TargetLibraryInfo library_;
};

std::string hexadecimal(const APInt& number) {
    SmallString<80> digits;
    number.toStringUnsigned(digits, 16);
    return digits.str().str();
}

double as_double(const APFloat& number) { return converted(number, APFloat::IEEEdouble()).convertToDouble(); }

/// Within the tolerance, or within the tolerance of what is below all but denormal numbers.
bool is_near(const APFloat& got, const APFloat& expected, double tolerance) {
    if (tolerance <= 0 || !got.isFinite() || !expected.isFinite()) return false;
    const fltSemantics& s = expected.getSemantics();
    const double last = std::ldexp(1.0, 1 - static_cast<int>(APFloat::semanticsPrecision(s)));
    const double least = as_double(APFloat::getSmallest(s));
    return std::abs(as_double(got) - as_double(expected)) <= tolerance * (last * std::abs(as_double(expected)) + least);
}

/// Any NaN is a NaN; either zero is the extreme of both.
bool is_right(const construct& c, const APInt& got, const Constant* expected) {
    if (const auto* const integer = dyn_cast<ConstantInt>(expected)) return integer->getValue() == got;
    const auto* const real = dyn_cast<ConstantFP>(expected);
    if (real == nullptr) return true;
    const APFloat &want = real->getValueAPF(), have(want.getSemantics(), got);
    if (want.isNaN() && have.isNaN()) return true;
    const bool is_extreme = c.name.starts_with("minnum") || c.name.starts_with("maxnum");
    if (is_extreme && want.isZero() && have.isZero()) return true;
    return want.bitwiseIsEqual(have) || is_near(have, want, c.tolerance);
}

}  // namespace

byte_vector operand_values(const std::string& type, unsigned operand, unsigned items) {
    std::mt19937_64 random(operand + 1);
    const unsigned bytes = stored_bits(type) / 8;
    byte_vector made(std::size_t{items} * bytes_of(type));
    for (unsigned i = 0; i < items; ++i) {
        for (unsigned lane = 0; lane < lanes_of(type); ++lane) {
            const unsigned k = operand == 0 ? i + 5 * lane : (operand == 1 ? i + i / 7 : 3 * i) + 3 * lane;
            put(&made[std::size_t{i} * bytes_of(type) + std::size_t{lane} * bytes], number(type, k, random), bytes);
        }
    }
    return made;
}

std::string first_difference(const construct& c, const std::vector<byte_vector>& operands, const unsigned char* results,
                             unsigned items) {
    folded_construct folded(c);
    for (unsigned i = 0; i < items; ++i) {
        SmallVector<Constant*, 3> of;
        for (std::size_t n = 0; n < c.parameters.size(); ++n)
            of.push_back(constant_at(folded.context(), c.parameters[n],
                                     &operands[n][std::size_t{i} * bytes_of(c.parameters[n])]));
        const Constant* const expected = folded(of);
        for (unsigned lane = 0; expected != nullptr && lane < lanes_of(c.result); ++lane) {
            const Constant* const one = lanes_of(c.result) > 1 ? expected->getAggregateElement(lane) : expected;
            const APInt got =
                get(results + std::size_t{i} * bytes_of(c.result) + std::size_t{lane} * stored_bits(c.result) / 8,
                    c.result);
            if (one == nullptr || is_right(c, got, one)) continue;
            std::string text =
                c.name + ": lane " + std::to_string(lane) + " of item " + std::to_string(i) + " is " + hexadecimal(got);
            for (const Constant* operand : of) {
                std::string part;
                raw_string_ostream(part) << *operand;
                text += ", " + part;
            }
            std::string part;
            raw_string_ostream(part) << *expected;
            return text + ", and should be " + part;
        }
    }
    return {};
}

}  // namespace ndweave::compiler::testing
