/// Removes what C++ code does for errors that a kernel cannot handle.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// Post: no invoke, landing pad or personality; calls of `std::__throw_*` and `std::terminate` are traps, and so are
/// those of `__assert_fail` (of `assert`) and `abort` but on the host, where they do as in C; calls of UBSan's handlers
/// are gone (those of its aborting kind are traps). A `throw` in user code stays a call of `__cxa_throw`, which
/// check_constructs() refuses.
///
///     invoke @f() to %a unwind %pad          call @f()
///     pad: landingpad ...             ==>    br %a
void remove_exceptions(llvm::Module& module);

}  // namespace ndweave::compiler
