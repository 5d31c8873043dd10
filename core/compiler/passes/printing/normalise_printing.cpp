#include "compiler/passes/printing/normalise_printing.hpp"

#include <llvm/IR/Instructions.h>

#include "compiler/builtins.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"

namespace ndweave::compiler {
namespace {

constexpr unsigned none = ~0u;

/// A function that prints: its types by letters ("i" int, "p" pointer, "." any more), which operand is the stream, and
/// the format where it has none of its own, before which it would stand.
struct printing_function {
    llvm::StringLiteral name, operands;
    unsigned stream, first;
    const char* format = nullptr;
};

constexpr printing_function functions[] = {
    {"printf", "p.", none, 0},       {"__printf_chk", "ip.", none, 1}, {"puts", "p", none, 0, "%s\n"},
    {"putchar", "i", none, 0, "%c"}, {"fprintf", "pp.", 0, 1},         {"__fprintf_chk", "pip.", 0, 2},
    {"fputs", "pp", 1, 0, "%s"},     {"putc", "ip", 1, 0, "%c"},       {"fputc", "ip", 1, 0, "%c"},
    {"_IO_putc", "ip", 1, 0, "%c"},
};

/// Functions of the program may have these names as well.
bool is_declared(const llvm::Module& module, const printing_function& f) {
    const llvm::Function* const found = module.getFunction(f.name);
    if (found == nullptr || !found->isDeclaration()) return false;
    llvm::SmallVector<llvm::Type*> operands;
    for (const char letter : f.operands.take_until([](char c) { return c == '.'; })) {
        if (letter == 'i') operands.push_back(llvm::Type::getInt32Ty(module.getContext()));
        if (letter == 'p') operands.push_back(llvm::PointerType::get(module.getContext(), 0));
    }
    return found->getFunctionType() ==
           llvm::FunctionType::get(llvm::Type::getInt32Ty(module.getContext()), operands, f.operands.ends_with("."));
}

llvm::LoadInst* load_of_stdout(const llvm::CallBase& call, const printing_function& f) {
    auto* const load = llvm::dyn_cast<llvm::LoadInst>(call.getArgOperand(f.stream));
    const auto* const variable = load ? llvm::dyn_cast<llvm::GlobalVariable>(load->getPointerOperand()) : nullptr;
    return variable != nullptr && variable->isDeclaration() && variable->getName() == "stdout" ? load : nullptr;
}

void print(llvm::CallBase& call, const printing_function& f) {
    llvm::IRBuilder<> builder(&call);
    llvm::SmallVector<llvm::Value*> arguments;
    if (f.format != nullptr) arguments.push_back(builder.CreateGlobalString(f.format));
    for (unsigned n = f.first; n < call.arg_size(); ++n) {
        if (n != f.stream) arguments.push_back(call.getArgOperand(n));
    }
    const llvm::FunctionCallee callee = call.getModule()->getOrInsertFunction(
        builtin::print, llvm::FunctionType::get(builder.getInt32Ty(), {builder.getPtrTy()}, true));
    call.replaceAllUsesWith(builder.CreateCall(callee, arguments));
    call.eraseFromParent();
}

}  // namespace

void normalise_printing(llvm::Module& module) {
    for (const printing_function& f : functions) {
        if (!is_declared(module, f)) continue;
        for (llvm::CallBase* call : calls_of(module, f.name)) {
            llvm::LoadInst* const stream = f.stream == none ? nullptr : load_of_stdout(*call, f);
            if (f.stream != none && stream == nullptr) continue;
            print(*call, f);
            if (stream != nullptr && stream->use_empty()) stream->eraseFromParent();
        }
    }
}

}  // namespace ndweave::compiler
