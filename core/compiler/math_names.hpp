/// The C mathematics library as kernels use it.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Intrinsics.h>

namespace ndweave::compiler {

struct math_function {
    const char* name;               // of the double version: "sin"
    llvm::Intrinsic::ID intrinsic;  // not_intrinsic where LLVM has none that clang emits
    unsigned arguments;
    bool writes_through_pointer;  // the last argument receives a result
};

/// The function that `symbol` ("sin", "sinf") names; null for others. `is_float` is set to whether it is the float
/// version. Long double versions are not among them.
const math_function* find_math_function(llvm::StringRef symbol, bool* is_float = nullptr);

}  // namespace ndweave::compiler
