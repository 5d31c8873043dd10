/// Vector versions of the mathematics library: which there are on this machine, and where.
///
/// SLEEF's GNU-ABI library (1 ULP, and a 3.5 ULP set under fast-math) is the default, glibc's libmvec (4 ULP) the
/// alternative. Both name their functions by the same vector ABI, so that in generated code each symbol carries its
/// library as a prefix. A library that is not installed contributes nothing: loops then call the scalar functions.
#pragma once

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/TargetParser/Triple.h>

#include <optional>
#include <string>

namespace ndweave::compiler::host {

enum class vector_library { sleef, sleef_fast, libmvec };

/// What LoopVectorize may assume of the C library, with the vector functions that `library` has for this CPU.
llvm::TargetLibraryInfoImpl library_info(const llvm::Triple& triple, vector_library library);

/// Of a vector function that is infinite where the scalar one is not yet.
struct early_overflow {
    struct interval {
        double above, most;
        bool negative_too = false;
    };
    llvm::StringRef scalar;             // "expf"
    std::optional<interval> arguments;  // where that happens, of functions of one argument
};

/// `symbol`: a name that library_info() put into generated code; null for others, and where it overflows as it ought
/// to.
const early_overflow* find_early_overflow(llvm::StringRef symbol);

/// Whether code for the host may call the C function `name`.
bool provides_function(llvm::StringRef name);

/// Whether code for the host may be linked to `symbol`: such a function, of the C library or among the vector
/// functions.
bool provides_symbol(llvm::StringRef symbol);

}  // namespace ndweave::compiler::host
