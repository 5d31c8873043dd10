#include "compiler/math_names.hpp"

#include <llvm/ADT/StringMap.h>

namespace ndweave::compiler {
namespace {

using namespace llvm::Intrinsic;

constexpr math_function functions[] = {
    {"acos", not_intrinsic, 1, false},
    {"acosh", not_intrinsic, 1, false},
    {"asin", not_intrinsic, 1, false},
    {"asinh", not_intrinsic, 1, false},
    {"atan", not_intrinsic, 1, false},
    {"atan2", not_intrinsic, 2, false},
    {"atanh", not_intrinsic, 1, false},
    {"cbrt", not_intrinsic, 1, false},
    {"ceil", ceil, 1, false},
    {"copysign", copysign, 2, false},
    {"cos", cos, 1, false},
    {"cosh", not_intrinsic, 1, false},
    {"erf", not_intrinsic, 1, false},
    {"erfc", not_intrinsic, 1, false},
    {"exp", exp, 1, false},
    {"exp10", not_intrinsic, 1, false},
    {"exp2", exp2, 1, false},
    {"expm1", not_intrinsic, 1, false},
    {"fabs", fabs, 1, false},
    {"fdim", not_intrinsic, 2, false},
    {"floor", floor, 1, false},
    {"fma", fma, 3, false},
    {"fmax", maxnum, 2, false},
    {"fmin", minnum, 2, false},
    {"fmod", not_intrinsic, 2, false},
    {"frexp", not_intrinsic, 2, true},
    {"hypot", not_intrinsic, 2, false},
    {"ilogb", not_intrinsic, 1, false},
    {"ldexp", not_intrinsic, 2, false},
    {"lgamma", not_intrinsic, 1, false},
    {"llrint", not_intrinsic, 1, false},
    {"llround", not_intrinsic, 1, false},
    {"log", log, 1, false},
    {"log10", log10, 1, false},
    {"log1p", not_intrinsic, 1, false},
    {"log2", log2, 1, false},
    {"logb", not_intrinsic, 1, false},
    {"lrint", not_intrinsic, 1, false},
    {"lround", not_intrinsic, 1, false},
    {"modf", not_intrinsic, 2, true},
    {"nearbyint", nearbyint, 1, false},
    {"nextafter", not_intrinsic, 2, false},
    {"pow", pow, 2, false},
    {"remainder", not_intrinsic, 2, false},
    {"remquo", not_intrinsic, 3, true},
    {"rint", rint, 1, false},
    {"round", round, 1, false},
    {"roundeven", roundeven, 1, false},
    {"scalbln", not_intrinsic, 2, false},
    {"scalbn", not_intrinsic, 2, false},
    {"sin", sin, 1, false},
    {"sinh", not_intrinsic, 1, false},
    {"sqrt", sqrt, 1, false},
    {"tan", not_intrinsic, 1, false},
    {"tanh", not_intrinsic, 1, false},
    {"tgamma", not_intrinsic, 1, false},
    {"trunc", trunc, 1, false},
};

struct entry {
    const math_function* function;
    bool is_float;
};

const llvm::StringMap<entry>& by_symbol() {
    static const auto& table = *[] {
        auto* map = new llvm::StringMap<entry>;
        for (const math_function& f : functions) {
            map->insert({f.name, {&f, false}});
            map->insert({std::string(f.name) + "f", {&f, true}});
        }
        return map;
    }();
    return table;
}

}  // namespace

const math_function* find_math_function(llvm::StringRef symbol, bool* is_float) {
    const auto found = by_symbol().find(symbol);
    if (found == by_symbol().end()) return nullptr;
    if (is_float != nullptr) *is_float = found->second.is_float;
    return found->second.function;
}

}  // namespace ndweave::compiler
