/// The C mathematics library as kernels use it.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Intrinsics.h>

namespace ndweave::compiler {

struct math_function {
    const char* name;               // of the double version: "sin"
    llvm::Intrinsic::ID intrinsic;  // not_intrinsic where LLVM has none that clang emits
    const char*
        signature;  // result, then arguments: f floating, i int, l long, v void, p pointer that receives a result

    unsigned arguments() const;
    bool writes_through_pointer() const;
};

/// The function that `symbol` ("sin", "sinf") names; null for others. `is_float` is set to whether it is the float
/// version. Long double versions are not among them.
const math_function* find_math_function(llvm::StringRef symbol, bool* is_float = nullptr);

/// C's prototype of the function on `real` numbers.
llvm::FunctionType* prototype_of(const math_function&, llvm::Type* real);

/// Whether the module declares a function of this name and type, and has none of its own: what C's library, whose names
/// a program may not take, has under the name.
bool declares(const llvm::Module&, llvm::StringRef name, const llvm::FunctionType*);

/// Whether a function has the name of one of C's on float, double or long double, and another type.
bool only_has_the_name_of_math(const llvm::Function&);

}  // namespace ndweave::compiler
