#include "compiler/verify.hpp"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/error.hpp"

namespace ndweave::compiler {

llvm::Error verify(const llvm::Module& module) {
    std::string complaint;
    llvm::raw_string_ostream out(complaint);
    if (!llvm::verifyModule(module, &out)) return llvm::Error::success();
    return failed("the compiler made malformed code: " + complaint);
}

}  // namespace ndweave::compiler
