#include "kernel_text.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <stdexcept>

namespace ndweave::compiler::testing {

std::string bitcode_of(const kernel_text& kernel) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic problem;
    const auto module = llvm::parseAssemblyString(kernel.module, problem, context);
    if (!module) throw std::runtime_error("test kernel: " + problem.getMessage().str());
    std::string bytes;
    llvm::raw_string_ostream out(bytes);
    llvm::WriteBitcodeToFile(*module, out);
    return bytes;
}

}  // namespace ndweave::compiler::testing
