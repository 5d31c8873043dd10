#include "compiler/codegen/host/vector_math.hpp"

#include <dlfcn.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FormatVariadic.h>

#include <deque>
#include <limits>
#include <mutex>
#include <vector>

#include "code/library_symbols.hpp"
#include "compiler/codegen/host/machine.hpp"
#include "compiler/math_names.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"

namespace ndweave::compiler::host {
namespace {

using code::libmvec;
using code::sleef;

constexpr llvm::StringRef sleef_prefix(code::sleef_prefix), libmvec_prefix(code::libmvec_prefix);
constexpr const char* fast_suffix = "_u35";

/// A vector register class of the x86 vector function ABI.
struct isa {
    char letter;
    unsigned bits;
};
constexpr isa isas[] = {{'b', 128}, {'d', 256}, {'e', 512}};

/// Functions that both libraries may have; each is looked up before it is offered. Neither fmod nor tgamma: SLEEF's
/// give NaN for large quotients, and few right bits where results are subnormal.
constexpr const char* vectorizable[] = {"acos", "acosh", "asin",  "asinh", "atan",  "atan2", "atanh", "cbrt",  "cos",
                                        "cosh", "erf",   "erfc",  "exp",   "exp10", "exp2",  "expm1", "hypot", "lgamma",
                                        "log",  "log10", "log1p", "log2",  "pow",   "sin",   "sinh",  "tan",   "tanh"};

/// SLEEF's functions that are infinite too early, between these arguments: measured, and widened a little. A power's
/// depend on both.
constexpr double largest = std::numeric_limits<double>::max(), largest_float = std::numeric_limits<float>::max();
constexpr bool negative_too = true;
constexpr early_overflow overflows_early_in_sleef[] = {
    {"acosh", {{1e154, largest}}},
    {"acoshf", {{1e19, largest_float}}},
    {"asinh", {{1e154, largest, negative_too}}},
    {"asinhf", {{1e19, largest_float, negative_too}}},
    {"cosh", {{709.7, 710.4759, negative_too}}},
    {"coshf", {{88, 89.416, negative_too}}},
    {"exp", {{709.78, 709.7828}}},
    {"lgamma", {{2.5e305, 2.561e305}}},
    {"lgammaf", {{4e36, 4.086e36}}},
    {"log1p", {{1e300, largest}}},
    {"log1pf", {{1e36, largest_float}}},
    {"pow", {}},
    {"sinh", {{709.7, 710.4759, negative_too}}},
    {"sinhf", {{88, 89.416, negative_too}}},
};

/// LLVM's own names of the functions that clang calls as intrinsics without errno.
constexpr const char* also_intrinsics[] = {"acos", "asin",  "atan", "cos", "cosh", "exp",  "exp10", "exp2",
                                           "log",  "log10", "log2", "pow", "sin",  "sinh", "tan",   "tanh"};

/// VecDesc keeps references: the strings live for good.
const char* keep(std::string text) {
    static std::mutex mutex;
    static auto& kept = *new std::deque<std::string>;
    const std::lock_guard lock(mutex);
    return kept.emplace_back(std::move(text)).c_str();
}

class table {
public:
    explicit table(vector_library library) : library_(library) {
        void* const handle = library == vector_library::libmvec ? libmvec() : sleef();
        if (handle == nullptr) return;
        for (const char* name : vectorizable) {
            for (const isa& registers : isas) {
                if (registers.bits > target_cpu().vector_bits) continue;
                add(handle, name, registers, false);
                add(handle, name, registers, true);
            }
        }
    }

    std::vector<llvm::VecDesc> entries;

private:
    void add(void* handle, const char* name, const isa& registers, bool is_float) {
        const unsigned lanes = registers.bits / (is_float ? 32 : 64);
        const unsigned arguments = find_math_function(name)->arguments();
        const std::string scalar = std::string(name) + (is_float ? "f" : "");
        const std::string plain =
            llvm::formatv("_ZGV{0}N{1}{2}_{3}", registers.letter, lanes, std::string(arguments, 'v'), scalar).str();
        std::string symbol = plain;
        if (library_ == vector_library::sleef_fast && ::dlsym(handle, (plain + fast_suffix).c_str()) != nullptr) {
            symbol += fast_suffix;
        }
        if (::dlsym(handle, symbol.c_str()) == nullptr) return;
        const llvm::StringRef prefix = library_ == vector_library::libmvec ? libmvec_prefix : sleef_prefix;
        const char* const vector_name = keep(prefix.str() + symbol);
        const char* const abi = keep(llvm::formatv("_ZGV_LLVM_N{0}{1}", lanes, std::string(arguments, 'v')).str());
        const llvm::ElementCount count = llvm::ElementCount::getFixed(lanes);
        entries.emplace_back(keep(scalar), vector_name, count, false, abi);
        if (llvm::is_contained(also_intrinsics, llvm::StringRef(name))) {
            entries.emplace_back(keep(std::string("llvm.") + name + (is_float ? ".f32" : ".f64")), vector_name, count,
                                 false, abi);
        }
    }

    vector_library library_;
};

const table& table_of(vector_library library) {
    static const auto& sleef_table = *new table(vector_library::sleef);
    static const auto& fast_table = *new table(vector_library::sleef_fast);
    static const auto& libmvec_table = *new table(vector_library::libmvec);
    if (library == vector_library::sleef) return sleef_table;
    return library == vector_library::sleef_fast ? fast_table : libmvec_table;
}

/// What the code generator itself may call.
bool is_runtime_function(llvm::StringRef name) {
    static constexpr llvm::StringRef names[] = {
        "memcpy", "memmove", "memset", "memcmp", "bcmp", "strlen", "sincos", "sincosf", "sincosl",
        // Integers of 128 bits: division, and conversion from and to floating point.
        "__divti3", "__udivti3", "__modti3", "__umodti3", "__fixsfti", "__fixdfti", "__fixxfti", "__fixunssfti",
        "__fixunsdfti", "__fixunsxfti", "__floattisf", "__floattidf", "__floattixf", "__floatuntisf", "__floatuntidf",
        "__floatuntixf",
        // Powers with whole exponents.
        "__powisf2", "__powidf2", "__powixf2",
        // 16-bit floating point on processors without AVX512-FP16, which convert from and to float only.
        "__truncdfhf2", "__truncxfhf2", "__truncsfhf2", "__extendhfsf2", "__extendhfxf2",
        // Integers of more than 128 bits from long double, by way of 128-bit floating point.
        "__extendxftf2"};
    return llvm::is_contained(names, name);
}

/// What kernels may call as it is.
bool is_of_c(llvm::StringRef name) { return name == "__assert_fail" || name == "abort"; }

bool is_long_double_math(llvm::StringRef name) {
    return name.ends_with("l") && find_math_function(name.drop_back()) != nullptr;
}

}  // namespace

llvm::TargetLibraryInfoImpl library_info(const llvm::Triple& triple, vector_library library) {
    llvm::TargetLibraryInfoImpl info(triple);
    info.addVectorizableFunctions(table_of(library).entries);
    return info;
}

const early_overflow* find_early_overflow(llvm::StringRef symbol) {
    if (!symbol.consume_front(sleef_prefix)) return nullptr;
    symbol.consume_back(fast_suffix);
    const llvm::StringRef scalar = symbol.rsplit('_').second;
    const auto* const found = llvm::find_if(overflows_early_in_sleef, [&](auto& f) { return f.scalar == scalar; });
    return found == std::end(overflows_early_in_sleef) ? nullptr : found;
}

bool provides_function(llvm::StringRef name) {
    return find_math_function(name) != nullptr || is_runtime_function(name) || is_of_c(name) ||
           is_long_double_math(name);
}

bool provides_symbol(llvm::StringRef symbol) {
    const bool is_known = symbol.starts_with(sleef_prefix) || symbol.starts_with(libmvec_prefix) ||
                          symbol == builtin::print || provides_function(symbol);
    return is_known && code::find_library_symbol(symbol) != nullptr;
}

}  // namespace ndweave::compiler::host
