#include "compiler/tests/c_source/run.hpp"

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/TargetSelect.h>

namespace ndweave::compiler::testing {
namespace {

thread_local std::uint64_t current_item = 0;

std::uint64_t global_id(std::uint32_t) { return current_item; }

}  // namespace

void run_here(std::unique_ptr<llvm::LLVMContext> context, std::unique_ptr<llvm::Module> module, const void* functor,
              std::uint64_t items) {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    auto jit = llvm::cantFail(llvm::orc::LLJITBuilder().create());
    module->setDataLayout(jit->getDataLayout());
    llvm::cantFail(jit->getMainJITDylib().define(llvm::orc::absoluteSymbols(
        {{jit->mangleAndIntern("__ndweave_global_id"),
          {llvm::orc::ExecutorAddr::fromPtr(&global_id), llvm::JITSymbolFlags::Exported}}})));
    jit->getMainJITDylib().addGenerator(llvm::cantFail(
        llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(jit->getDataLayout().getGlobalPrefix())));
    llvm::cantFail(jit->addIRModule({std::move(module), std::move(context)}));
    const auto kernel = llvm::cantFail(jit->lookup("kernel")).toPtr<void (*)(const void*)>();
    for (current_item = 0; current_item < items; ++current_item) kernel(functor);
}

}  // namespace ndweave::compiler::testing
