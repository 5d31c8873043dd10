#include "machine_code.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>

#include <stdexcept>

#include "compiler/codegen/host/generate_object.hpp"
#include "compiler/codegen/host/host.hpp"
#include "compiler/kernel_attributes.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

namespace {

template <class T>
T value_or_throw(Expected<T> value) {
    if (!value) throw std::runtime_error(toString(value.takeError()));
    return std::move(*value);
}

orc::JITTargetMachineBuilder host() {
    static const bool initialized = [] {
        LLVMInitializeX86TargetInfo();
        LLVMInitializeX86Target();
        LLVMInitializeX86TargetMC();
        LLVMInitializeX86AsmPrinter();
        return true;
    }();
    (void)initialized;
    return value_or_throw(orc::JITTargetMachineBuilder::detectHost());
}

std::unique_ptr<Module> parse(const kernel_text& kernel, LLVMContext& context, const TargetMachine& machine) {
    SMDiagnostic problem;
    auto module = parseAssemblyString(kernel.module, problem, context);
    if (!module) throw std::runtime_error("test kernel: " + problem.getMessage().str());
    module->setDataLayout(machine.createDataLayout());
    module->setTargetTriple(machine.getTargetTriple().str());
    for (Function& function : *module) {
        function.removeFnAttr("target-cpu");
        function.removeFnAttr("target-features");
        function.removeFnAttr(Attribute::OptimizeNone);
        function.removeFnAttr(Attribute::NoInline);
    }
    return module;
}

struct ignore_remarks : DiagnosticHandler {
    bool handleDiagnostics(const DiagnosticInfo& info) override { return info.getSeverity() != DS_Error; }
};

std::unique_ptr<orc::LLJIT> link(std::unique_ptr<Module> module, std::unique_ptr<LLVMContext> context,
                                 orc::JITTargetMachineBuilder machine, const std::vector<builtin_symbol>& builtins) {
    auto jit = value_or_throw(orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(machine)).create());
    orc::SymbolMap symbols;
    for (const builtin_symbol& symbol : builtins) {
        symbols[jit->mangleAndIntern(symbol.name)] = {orc::ExecutorAddr::fromPtr(symbol.address),
                                                      JITSymbolFlags::Exported};
    }
    cantFail(jit->getMainJITDylib().define(orc::absoluteSymbols(symbols)));
    cantFail(jit->addIRModule(orc::ThreadSafeModule(std::move(module), std::move(context))));
    return jit;
}

}  // namespace

machine_code::machine_code() = default;
machine_code::machine_code(machine_code&&) noexcept = default;
machine_code& machine_code::operator=(machine_code&&) noexcept = default;
machine_code::~machine_code() = default;

machine_code machine_code::of_item(const kernel_text& kernel, const std::vector<builtin_symbol>& builtins) {
    auto builder = host();
    builder.setCodeGenOptLevel(CodeGenOptLevel::None);
    auto machine = value_or_throw(builder.createTargetMachine());
    auto context = std::make_unique<LLVMContext>();
    auto module = parse(kernel, *context, *machine);
    machine_code made;
    made.jit_ = link(std::move(module), std::move(context), builder, builtins);
    made.entry = value_or_throw(made.jit_->lookup(kernel.name)).toPtr<work_group::entry>();
    return made;
}

machine_code machine_code::of_group(const kernel_text& kernel, const work_group& group, std::uint32_t functor_size) {
    auto builder = host();
    auto machine = value_or_throw(builder.createTargetMachine());
    auto context = std::make_unique<LLVMContext>();
    context->setDiagnosticHandler(std::make_unique<ignore_remarks>());
    auto module = parse(kernel, *context, *machine);
    machine_code made;
    kernel_attributes its{.kind = NDW_KERNEL_ND_RANGE,
                          .dimensions = 3,
                          .sub_group_size = group.sub_group_size,
                          .functor_size = functor_size};
    std::copy(std::begin(group.local_range), std::end(group.local_range), its.local_range);
    its.attach_to(*module->getFunction(kernel.name));
    made.result = value_or_throw(
        form_work_item_loops(*module->getFunction(kernel.name),
                             {.single_item = group.items() == 1,
                              .sub_groups = has_sub_group_operations(*module->getFunction(kernel.name))}));
    host::optimise(*module, *machine, host::vector_library::sleef);
    made.jit_ = link(std::move(module), std::move(context), builder, builtin_symbols());
    made.entry = value_or_throw(made.jit_->lookup(kernel.name)).toPtr<work_group::entry>();
    return made;
}

}  // namespace ndweave::compiler::testing
