#include "compiler/codegen/ptx/math/math_names.hpp"

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Intrinsics.h>

namespace ndweave::compiler::ptx {
namespace {

/// Functions of <math.h> that libdevice has under the same name, for double and, with the suffix f, for float.
const llvm::StringSet<>& same_name() {
    static const llvm::StringSet<> names = {
        "acos",      "acosh",     "asin",   "asinh", "atan",   "atan2",  "atanh",  "cbrt",    "ceil",
        "copysign",  "cos",       "cosh",   "erf",   "erfc",   "exp",    "exp10",  "exp2",    "expm1",
        "fabs",      "fdim",      "floor",  "fma",   "fmax",   "fmin",   "fmod",   "frexp",   "hypot",
        "ilogb",     "j0",        "j1",     "jn",    "ldexp",  "lgamma", "llrint", "llround", "log",
        "log10",     "log1p",     "log2",   "logb",  "modf",   "nan",    "pow",    "rint",    "nearbyint",
        "nextafter", "remainder", "remquo", "round", "scalbn", "sin",    "sincos", "sinh",    "sqrt",
        "tan",       "tanh",      "tgamma", "trunc", "y0",     "y1",     "yn"};
    return names;
}

/// Functions that libdevice has under another name.
const llvm::StringMap<const char*>& other_name() {
    static const llvm::StringMap<const char*> names = {
        {"lrint", "llrint"}, {"lround", "llround"}, {"powi", "powi"}, {"gamma", "lgamma"}, {"drem", "remainder"}};
    return names;
}

const char* intrinsic_base(llvm::Intrinsic::ID id) {
    switch (id) {
        case llvm::Intrinsic::sin:
            return "sin";
        case llvm::Intrinsic::cos:
            return "cos";
        case llvm::Intrinsic::tan:
            return "tan";
        case llvm::Intrinsic::asin:
            return "asin";
        case llvm::Intrinsic::acos:
            return "acos";
        case llvm::Intrinsic::atan:
            return "atan";
        case llvm::Intrinsic::sinh:
            return "sinh";
        case llvm::Intrinsic::cosh:
            return "cosh";
        case llvm::Intrinsic::tanh:
            return "tanh";
        case llvm::Intrinsic::exp:
            return "exp";
        case llvm::Intrinsic::exp2:
            return "exp2";
        case llvm::Intrinsic::exp10:
            return "exp10";
        case llvm::Intrinsic::log:
            return "log";
        case llvm::Intrinsic::log2:
            return "log2";
        case llvm::Intrinsic::log10:
            return "log10";
        case llvm::Intrinsic::pow:
            return "pow";
        case llvm::Intrinsic::powi:
            return "powi";
        case llvm::Intrinsic::ldexp:
            return "ldexp";
        case llvm::Intrinsic::lround:
        case llvm::Intrinsic::llround:
            return "llround";
        case llvm::Intrinsic::lrint:
        case llvm::Intrinsic::llrint:
            return "llrint";
        default:
            return nullptr;
    }
}

std::string mapped(llvm::StringRef base) {
    if (same_name().contains(base)) return base.str();
    const auto other = other_name().find(base);
    return other == other_name().end() ? std::string() : other->second;
}

}  // namespace

std::string libdevice_name(llvm::StringRef name) {
    std::string base = mapped(name);
    if (!base.empty()) return "__nv_" + base;
    if (!name.consume_back("f")) return {};
    base = mapped(name);
    return base.empty() ? base : "__nv_" + base + "f";
}

std::string libm_name(const llvm::Function& intrinsic) {
    const char* base = intrinsic_base(intrinsic.getIntrinsicID());
    if (!base) return {};
    const llvm::Type* argument = intrinsic.getFunctionType()->getParamType(0)->getScalarType();
    if (argument->isDoubleTy()) return base;
    return argument->isFloatTy() ? std::string(base) + "f" : std::string();
}

}  // namespace ndweave::compiler::ptx
