#include "compiler/passes/workarounds/llvm_option.hpp"

#include <llvm/Support/CommandLine.h>
#include <llvm/Support/ErrorHandling.h>

namespace ndweave::compiler {

void set_llvm_option(llvm::StringRef name, llvm::StringRef value, llvm::StringRef purpose) {
    llvm::cl::Option* const option = llvm::cl::getRegisteredOptions().lookup(name);
    if (option && !option->addOccurrence(0, name, value)) return;
    llvm::report_fatal_error("this LLVM has no option -" + name + ", " + purpose);
}

}  // namespace ndweave::compiler
