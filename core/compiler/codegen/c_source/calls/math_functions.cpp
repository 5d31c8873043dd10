#include "compiler/codegen/c_source/calls/math_functions.hpp"

#include "llvm/ADT/StringMap.h"

namespace ndweave::compiler::c_source_detail {
namespace {

constexpr math_function functions[] = {
    {"acos", "ff"},
    {"acosh", "ff"},
    {"asin", "ff"},
    {"asinh", "ff"},
    {"atan", "ff"},
    {"atan2", "fff"},
    {"atanh", "ff"},
    {"cbrt", "ff"},
    {"ceil", "ff"},
    {"copysign", "fff"},
    {"cos", "ff", "", "native_cos", "__cosf"},
    {"cosh", "ff"},
    {"erf", "ff"},
    {"erfc", "ff"},
    {"exp", "ff", "", "native_exp", "__expf"},
    {"exp10", "ff", "", "native_exp10", "__exp10f"},
    {"exp2", "ff", "", "native_exp2", "exp2f"},
    {"expm1", "ff"},
    {"fabs", "ff"},
    {"fdim", "fff"},
    {"floor", "ff"},
    {"fma", "ffff"},
    {"fmax", "fff"},
    {"fmin", "fff"},
    {"fmod", "fff"},
    {"frexp", "ffI"},
    {"hypot", "fff"},
    {"ilogb", "if"},
    {"ldexp", "ffi"},
    {"lgamma", "ff"},
    {"llrint", "lf", "rint"},
    {"llround", "lf", "round"},
    {"log", "ff", "", "native_log", "__logf"},
    {"log10", "ff", "", "native_log10", "__log10f"},
    {"log1p", "ff"},
    {"log2", "ff", "", "native_log2", "__log2f"},
    {"logb", "ff"},
    {"lrint", "lf", "rint"},
    {"lround", "lf", "round"},
    {"modf", "ffF"},
    {"nearbyint", "ff", "rint"},
    {"nextafter", "fff"},
    {"pow", "fff"},
    {"remainder", "fff"},
    {"remquo", "fffI"},
    {"rint", "ff"},
    {"round", "ff"},
    {"roundeven", "ff", "rint"},
    {"scalbln", "ffl", "ldexp"},
    {"scalbn", "ffi", "ldexp"},
    {"sin", "ff", "", "native_sin", "__sinf"},
    {"sincos", "vfFF"},
    {"sinh", "ff"},
    {"sqrt", "ff", "", "native_sqrt", "sqrtf"},
    {"tan", "ff", "", "native_tan", "__tanf"},
    {"tanh", "ff"},
    {"tgamma", "ff"},
    {"trunc", "ff"},
    // Intrinsics that are no C functions.
    {"fmuladd", "ffff", "fma"},
    {"maxnum", "fff", "fmax"},
    {"minnum", "fff", "fmin"},
};

const llvm::StringMap<const math_function*>& table() {
    static const llvm::StringMap<const math_function*> by_name = [] {
        llvm::StringMap<const math_function*> map;
        for (const math_function& f : functions) map[llvm::StringRef(f.name)] = &f;
        return map;
    }();
    return by_name;
}

}  // namespace

const math_function* find_math_function(llvm::StringRef name) {
    if (name.consume_front("llvm.")) name = name.take_until([](char c) { return c == '.'; });
    if (const math_function* found = table().lookup(name)) return found;
    return name.consume_back("f") ? table().lookup(name) : nullptr;
}

}  // namespace ndweave::compiler::c_source_detail
