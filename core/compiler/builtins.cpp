#include "compiler/builtins.hpp"

#include <llvm/IR/Constants.h>

namespace ndweave::compiler {

llvm::SmallVector<llvm::CallBase*> calls_of(llvm::Module& module, llvm::StringRef name) {
    llvm::SmallVector<llvm::CallBase*> calls;
    llvm::Function* const function = module.getFunction(name);
    if (function == nullptr) return calls;
    for (llvm::User* user : function->users()) {
        auto* call = llvm::dyn_cast<llvm::CallBase>(user);
        if (call != nullptr && call->getCalledFunction() == function) calls.push_back(call);
    }
    return calls;
}

void replace_calls(llvm::Module& module, llvm::StringRef name,
                   llvm::function_ref<llvm::Value*(llvm::CallBase&, llvm::IRBuilder<>&)> make,
                   const llvm::Function* only_in) {
    for (llvm::CallBase* call : calls_of(module, name)) {
        if (only_in != nullptr && call->getFunction() != only_in) continue;
        llvm::IRBuilder<> builder(call);
        if (llvm::Value* value = make(*call, builder)) call->replaceAllUsesWith(value);
        call->eraseFromParent();
    }
    llvm::Function* const function = module.getFunction(name);
    if (function != nullptr && function->use_empty()) function->eraseFromParent();
}

unsigned axis_of(const llvm::CallBase& call) {
    return static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(call.getArgOperand(0))->getZExtValue());
}

bool is_builtin(llvm::StringRef name) { return name.starts_with("__ndweave_"); }

}  // namespace ndweave::compiler
