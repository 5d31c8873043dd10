/// Failures of a compilation: an ndw_compile_status and a message that names kernel, source line and construct.
#pragma once

#include <llvm/Support/Error.h>

#include <string>

#include "compiler/abi.h"

namespace ndweave::compiler {

class compile_error : public llvm::ErrorInfo<compile_error> {
public:
    static char ID;

    compile_error(ndw_compile_status status, std::string message) : status_(status), message_(std::move(message)) {}

    ndw_compile_status status() const { return status_; }
    void log(llvm::raw_ostream& out) const override;
    std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

private:
    ndw_compile_status status_;
    std::string message_;
};

/// The kernel uses something that this target cannot do.
llvm::Error unsupported(std::string message);
/// The request or its bitcode is malformed.
llvm::Error invalid(std::string message);
/// A step of the compiler failed.
llvm::Error failed(std::string message);

/// Consumes `error`: its status (NDW_COMPILE_FAILED for errors of LLVM's own) and message.
std::pair<ndw_compile_status, std::string> describe(llvm::Error error);

}  // namespace ndweave::compiler
