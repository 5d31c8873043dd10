/// What kernels for the processor call: functions of the C library, and vector functions of SLEEF and glibc's libmvec,
/// whose symbols carry their library as a prefix since both name them alike (the vector function ABI).
#pragma once

#include <string_view>

namespace ndweave::code {

inline constexpr std::string_view sleef_prefix = "__ndweave_sleef.";
/// What kernels call to print: LLVM does not know it.
inline constexpr std::string_view print_symbol = "__ndweave_printf";
inline constexpr std::string_view libmvec_prefix = "__ndweave_libmvec.";

/// Handles of dlopen, opened when they are first asked for; null where they are not installed.
void* sleef();
void* libmvec();

/// Opens both, for which the first kernel would wait otherwise.
void open_vector_libraries();

/// Null where no library here has it.
void* find_library_symbol(std::string_view symbol);

}  // namespace ndweave::code
