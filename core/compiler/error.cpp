#include "compiler/error.hpp"

#include <llvm/Support/raw_ostream.h>

namespace ndweave::compiler {

char compile_error::ID = 0;

void compile_error::log(llvm::raw_ostream& out) const { out << message_; }

llvm::Error unsupported(std::string message) {
    return llvm::make_error<compile_error>(NDW_COMPILE_UNSUPPORTED, std::move(message));
}

llvm::Error invalid(std::string message) {
    return llvm::make_error<compile_error>(NDW_COMPILE_INVALID, std::move(message));
}

llvm::Error failed(std::string message) {
    return llvm::make_error<compile_error>(NDW_COMPILE_FAILED, std::move(message));
}

std::pair<ndw_compile_status, std::string> describe(llvm::Error error) {
    ndw_compile_status status = NDW_COMPILE_FAILED;
    std::string message;
    llvm::handleAllErrors(std::move(error), [&](const llvm::ErrorInfoBase& info) {
        if (info.isA<compile_error>()) status = static_cast<const compile_error&>(info).status();
        if (!message.empty()) message += "; ";
        message += info.message();
    });
    return {status, message};
}

}  // namespace ndweave::compiler
