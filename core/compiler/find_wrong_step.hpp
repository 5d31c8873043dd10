/// Which step of the compiler made a kernel wrong.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Support/Error.h>

#include <string>

#include "compiler/abi.h"

namespace ndweave::compiler {

/// Compiles a host kernel up to one step after another, without the later improvements and with unoptimised machine
/// code, until `is_right` denies: "local-atomics", or "optimise: LoopVectorizePass, pass 57 of 240". Empty where it
/// never does. Steps before work-items become loops are run as functions of one work-item (`item_entry`), from "inline"
/// on, where the request has functions to link them to; later ones as the runtime gets them (`host_entry`). The
/// steps that form the loops can only be run all, and are named together: "canonical-ids to wrap".
/// Kernels that `is_right` gets live for that call only. Pre: the request is valid and whole.
llvm::Expected<std::string> find_wrong_step(const ndw_compile_request& request,
                                            llvm::function_ref<bool(const ndw_compiled_kernel&)> is_right);

}  // namespace ndweave::compiler
