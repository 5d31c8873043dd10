#include "compiler/math_names.hpp"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

namespace ndweave::compiler {
namespace {

using namespace llvm::Intrinsic;

constexpr math_function functions[] = {
    {"acos", not_intrinsic, "ff"},
    {"acosh", not_intrinsic, "ff"},
    {"asin", not_intrinsic, "ff"},
    {"asinh", not_intrinsic, "ff"},
    {"atan", not_intrinsic, "ff"},
    {"atan2", not_intrinsic, "fff"},
    {"atanh", not_intrinsic, "ff"},
    {"cbrt", not_intrinsic, "ff"},
    {"ceil", ceil, "ff"},
    {"copysign", copysign, "fff"},
    {"cos", cos, "ff"},
    {"cosh", not_intrinsic, "ff"},
    {"erf", not_intrinsic, "ff"},
    {"erfc", not_intrinsic, "ff"},
    {"exp", exp, "ff"},
    {"exp10", not_intrinsic, "ff"},
    {"exp2", exp2, "ff"},
    {"expm1", not_intrinsic, "ff"},
    {"fabs", fabs, "ff"},
    {"fdim", not_intrinsic, "fff"},
    {"floor", floor, "ff"},
    {"fma", fma, "ffff"},
    {"fmax", maxnum, "fff"},
    {"fmin", minnum, "fff"},
    {"fmod", not_intrinsic, "fff"},
    {"frexp", not_intrinsic, "ffp"},
    {"hypot", not_intrinsic, "fff"},
    {"ilogb", not_intrinsic, "if"},
    {"ldexp", not_intrinsic, "ffi"},
    {"lgamma", not_intrinsic, "ff"},
    {"llrint", not_intrinsic, "lf"},
    {"llround", not_intrinsic, "lf"},
    {"log", log, "ff"},
    {"log10", log10, "ff"},
    {"log1p", not_intrinsic, "ff"},
    {"log2", log2, "ff"},
    {"logb", not_intrinsic, "ff"},
    {"lrint", not_intrinsic, "lf"},
    {"lround", not_intrinsic, "lf"},
    {"modf", not_intrinsic, "ffp"},
    {"nearbyint", nearbyint, "ff"},
    {"nextafter", not_intrinsic, "fff"},
    {"pow", pow, "fff"},
    {"remainder", not_intrinsic, "fff"},
    {"remquo", not_intrinsic, "fffp"},
    {"rint", rint, "ff"},
    {"round", round, "ff"},
    {"roundeven", roundeven, "ff"},
    {"scalbln", not_intrinsic, "ffl"},
    {"scalbn", not_intrinsic, "ffi"},
    {"sin", sin, "ff"},
    {"sincos", not_intrinsic, "vfpp"},
    {"sinh", not_intrinsic, "ff"},
    {"sqrt", sqrt, "ff"},
    {"tan", not_intrinsic, "ff"},
    {"tanh", not_intrinsic, "ff"},
    {"tgamma", not_intrinsic, "ff"},
    {"trunc", trunc, "ff"},
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

llvm::Type* type_of(char letter, llvm::Type* real) {
    llvm::LLVMContext& context = real->getContext();
    switch (letter) {
        case 'i':
            return llvm::Type::getInt32Ty(context);
        case 'l':
            return llvm::Type::getInt64Ty(context);
        case 'p':
            return llvm::PointerType::get(context, 0);
        case 'v':
            return llvm::Type::getVoidTy(context);
        default:
            return real;
    }
}

}  // namespace

unsigned math_function::arguments() const { return static_cast<unsigned>(llvm::StringRef(signature).size()) - 1; }
bool math_function::writes_through_pointer() const { return llvm::StringRef(signature).ends_with("p"); }

const math_function* find_math_function(llvm::StringRef symbol, bool* is_float) {
    const auto found = by_symbol().find(symbol);
    if (found == by_symbol().end()) return nullptr;
    if (is_float != nullptr) *is_float = found->second.is_float;
    return found->second.function;
}

llvm::FunctionType* prototype_of(const math_function& math, llvm::Type* real) {
    llvm::SmallVector<llvm::Type*, 3> arguments;
    for (const char letter : llvm::StringRef(math.signature).drop_front()) arguments.push_back(type_of(letter, real));
    return llvm::FunctionType::get(type_of(math.signature[0], real), arguments, false);
}

bool declares(const llvm::Module& module, llvm::StringRef name, const llvm::FunctionType* type) {
    const llvm::Function* const function = module.getFunction(name);
    return function != nullptr && function->isDeclaration() && function->getFunctionType() == type;
}

bool only_has_the_name_of_math(const llvm::Function& function) {
    bool is_float = false;
    llvm::StringRef name = function.getName();
    const math_function* math = find_math_function(name, &is_float);
    llvm::LLVMContext& context = function.getContext();
    llvm::Type* real = is_float ? llvm::Type::getFloatTy(context) : llvm::Type::getDoubleTy(context);
    if (math == nullptr && name.consume_back("l")) {
        math = find_math_function(name, &is_float);
        if (is_float) math = nullptr;
        real = llvm::Type::getX86_FP80Ty(context);
    }
    return math != nullptr && function.getFunctionType() != prototype_of(*math, real);
}

}  // namespace ndweave::compiler
