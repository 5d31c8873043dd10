#include "compiler/codegen/host/generate_object.hpp"

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/error.hpp"

namespace ndweave::compiler::host {

llvm::Expected<std::string> generate_object(llvm::Module& module, llvm::TargetMachine& machine) {
    llvm::SmallVector<char, 0> bytes;
    llvm::raw_svector_ostream out(bytes);
    llvm::legacy::PassManager passes;
    if (machine.addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::ObjectFile)) {
        return failed("LLVM cannot write object files for this CPU");
    }
    passes.run(module);
    return std::string(bytes.begin(), bytes.end());
}

}  // namespace ndweave::compiler::host
