#include "compiler/tests/item_loops/fetched_addresses.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>

#include "compiler/codegen/host/generate_object.hpp"
#include "compiler/codegen/host/machine.hpp"

namespace ndweave::compiler::testing {
namespace {

thread_local std::vector<fetched_address> fetched;

void record(const void* address, std::int32_t to_write) {
    fetched.push_back({reinterpret_cast<std::uintptr_t>(address), to_write != 0});
}

/// Calls `record` instead of each prefetch.
void make_visible(llvm::Module& module) {
    llvm::LLVMContext& context = module.getContext();
    const llvm::FunctionCallee told =
        module.getOrInsertFunction("record", llvm::Type::getVoidTy(context), llvm::PointerType::getUnqual(context),
                                   llvm::Type::getInt32Ty(context));
    std::vector<llvm::IntrinsicInst*> prefetches;
    for (llvm::Function& function : module) {
        for (llvm::Instruction& i : llvm::instructions(function)) {
            auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
            if (call && call->getIntrinsicID() == llvm::Intrinsic::prefetch) prefetches.push_back(call);
        }
    }
    for (llvm::IntrinsicInst* call : prefetches) {
        llvm::IRBuilder<>(call).CreateCall(told, {call->getArgOperand(0), call->getArgOperand(1)});
        call->eraseFromParent();
    }
}

}  // namespace

std::vector<fetched_address> addresses_fetched(const std::string& step, const ir_kernel& kernel, const void* functor,
                                               std::uint64_t items, std::size_t local_bytes) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic problem;
    const auto module = llvm::parseAssemblyString(ir_after(step, kernel), problem, context);
    if (!module) throw std::runtime_error(problem.getMessage().str());
    make_visible(*module);
    const auto machine = host::make_machine(false);
    const std::string object = llvm::cantFail(host::generate_object(*module, *machine));
    const auto jit = llvm::cantFail(llvm::orc::LLJITBuilder().create());
    llvm::cantFail(jit->getMainJITDylib().define(
        llvm::orc::absoluteSymbols({{jit->mangleAndIntern("record"),
                                     {llvm::orc::ExecutorAddr::fromPtr(&record), llvm::JITSymbolFlags::Exported}}})));
    llvm::cantFail(jit->addObjectFile(llvm::MemoryBuffer::getMemBufferCopy(object)));
    const host_kernel compiled(kernel);
    auto* const run = llvm::cantFail(jit->lookup("ndw_host_entry")).toPtr<decltype(ndw_compiled_kernel::host_entry)>();
    aligned_buffer<char> local(local_bytes), arena(compiled.view().arena_bytes);
    const ndw_host_launch launch = compiled.launch_of(functor, {items, 1, 1});
    const ndw_host_worker worker{local.data(), arena.data()};
    const ndw_host_box box{{0, 0, 0}, {kernel.request.variant.kind == 2 ? launch.group_range[0] : items, 1, 1}};
    fetched.clear();
    run(&launch, &worker, &box);
    return fetched;
}

std::string number_in_report(const std::string& member, const host_kernel& kernel) {
    const std::string report = kernel.report(), name = "\"" + member + "\":";
    const std::size_t at = report.find(name);
    if (at == std::string::npos) return "none";
    const std::size_t begin = at + name.size();
    return report.substr(begin, report.find_first_of(",}", begin) - begin);
}

}  // namespace ndweave::compiler::testing
