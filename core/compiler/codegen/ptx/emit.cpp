#include "compiler/codegen/ptx/emit.hpp"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/codegen/ptx/code_generation.hpp"
#include "compiler/codegen/ptx/text/assembler_faults.hpp"
#include "compiler/error.hpp"

namespace ndweave::compiler::ptx {

llvm::Expected<std::string> emit_ptx(llvm::Module& module, llvm::TargetMachine& machine) {
    llvm::SmallString<0> text;
    llvm::raw_svector_ostream out(text);
    code_generation passes(machine);
    if (machine.addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::AssemblyFile)) {
        return failed("this LLVM cannot write PTX");
    }
    passes.run(module);
    return avoid_assembler_faults(text);
}

}  // namespace ndweave::compiler::ptx
