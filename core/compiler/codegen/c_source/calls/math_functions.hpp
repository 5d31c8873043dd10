/// The C library's functions on double and float that kernels may call, and their names in the dialects.
#pragma once

#include <string_view>

#include "llvm/ADT/StringRef.h"

namespace ndweave::compiler::c_source_detail {

struct math_function {
    std::string_view name;         // C's name for double
    std::string_view signature;    // result, then arguments: f floating, i int, l long, I pointer to int, F to floating
    std::string_view device = {};  // the dialects' name where it differs; float adds an f outside OpenCL C
    std::string_view fast_opencl = {};  // approximations of float, under fast math
    std::string_view fast_cpp = {};
};

/// The function that `name` calls ("sin", "sinf", "llvm.sin.f32"); null where there is none.
const math_function* find_math_function(llvm::StringRef name);

}  // namespace ndweave::compiler::c_source_detail
