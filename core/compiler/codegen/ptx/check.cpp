#include "compiler/codegen/ptx/check.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace ndweave::compiler::ptx {
namespace {

bool is_host_float(const llvm::Type* type) {
    return type->isX86_FP80Ty() || type->isFP128Ty() || type->isPPC_FP128Ty() || type->isX86_MMXTy();
}

std::string check_instruction(const llvm::Instruction& instruction) {
    if (is_host_float(instruction.getType()->getScalarType())) return "uses long double";
    for (const llvm::Value* operand : instruction.operands()) {
        if (is_host_float(operand->getType()->getScalarType())) return "uses long double";
    }
    if (llvm::isa<llvm::InvokeInst>(instruction) || llvm::isa<llvm::ResumeInst>(instruction))
        return "handles exceptions";
    if (llvm::isa<llvm::IndirectBrInst>(instruction)) return "jumps to computed labels";
    if (llvm::isa<llvm::VAArgInst>(instruction)) return "reads variable arguments";
    if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
        if (!llvm::isa<llvm::ConstantInt>(alloca->getArraySize())) return "has an array of run-time size on the stack";
    }
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call && !call->getCalledFunction() && !call->isInlineAsm()) {
        return "calls a function through a pointer that is not known at compile time";
    }
    return {};
}

std::string check_variable(const llvm::GlobalVariable& variable) {
    const std::string name = variable.getName().str();
    if (variable.isThreadLocal()) return "uses the thread-local variable " + name;
    if (variable.isDeclaration() && variable.getAddressSpace() != 3) return "uses the external variable " + name;
    const bool host_state = !variable.isConstant() && variable.getAddressSpace() != 3;
    return host_state ? "uses the host's variable " + name + ", of which a device would have a copy of its own" : "";
}

}  // namespace

std::string find_unsupported(const llvm::Module& module) {
    for (const llvm::GlobalVariable& variable : module.globals()) {
        if (variable.use_empty()) continue;
        if (std::string text = check_variable(variable); !text.empty()) return text;
    }
    for (const llvm::Function& function : module) {
        const bool is_system_call = function.getName() == "vprintf";  // the CUDA driver links it
        if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() && !is_system_call) {
            return "calls " + function.getName().str() + ", which CUDA devices do not have";
        }
        for (const llvm::Instruction& instruction : llvm::instructions(function)) {
            if (std::string text = check_instruction(instruction); !text.empty()) return text;
        }
    }
    return {};
}

}  // namespace ndweave::compiler::ptx
