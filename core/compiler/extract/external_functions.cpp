#include "compiler/extract/external_functions.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "compiler/extract/annotations/annotations.hpp"
#include "compiler/extract/annotations/device_globals.hpp"

namespace ndweave::extract {
namespace {

/// An internal function that calls `name`, of the runtime, with the record.
llvm::Function* call_with(llvm::GlobalVariable& record, llvm::StringRef name) {
    llvm::Module& module = *record.getParent();
    llvm::LLVMContext& context = module.getContext();
    llvm::Type* const nothing = llvm::Type::getVoidTy(context);
    const llvm::FunctionCallee callee = module.getOrInsertFunction(name, nothing, record.getType());
    auto* const function = llvm::Function::Create(llvm::FunctionType::get(nothing, false),
                                                  llvm::GlobalValue::InternalLinkage, name + ".call", module);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", function));
    builder.CreateCall(callee, {&record});
    builder.CreateRetVoid();
    return function;
}

/// external_device_global's.
llvm::Constant* list_device_globals(const llvm::Function& function, llvm::ArrayRef<std::string> names) {
    llvm::Module& module = *const_cast<llvm::Module*>(function.getParent());
    llvm::Type* const number = llvm::Type::getInt64Ty(module.getContext());
    auto* const type = llvm::StructType::get(number, llvm::PointerType::getUnqual(module.getContext()));
    llvm::SmallVector<llvm::Constant*> all;
    for (const auto& [n, name] : llvm::enumerate(names)) {
        const std::uint64_t key = key_of_device_global(function.getName(), n);
        all.push_back(
            llvm::ConstantStruct::get(type, llvm::ConstantInt::get(number, key), module.getNamedGlobal(name)));
    }
    llvm::Constant* const list = llvm::ConstantArray::get(llvm::ArrayType::get(type, all.size()), all);
    return new llvm::GlobalVariable(module, list->getType(), true, llvm::GlobalValue::PrivateLinkage, list,
                                    "__ndweave_external");
}

}  // namespace

llvm::SmallVector<llvm::Function*> find_external_functions(llvm::Module& module) {
    // A function that is declared again has the annotation as often.
    llvm::SmallSetVector<llvm::Function*, 8> found;
    for (llvm::GlobalValue* global : annotated(module, "ndweave.external")) {
        auto* const function = llvm::dyn_cast<llvm::Function>(global);
        if (function && !function->isDeclaration() && !function->hasLocalLinkage() &&
            !function->isDiscardableIfUnused())
            found.insert(function);
    }
    return found.takeVector();
}

void list_external_function(llvm::Function& function, const kernel_image& image) {
    llvm::Module& module = *function.getParent();
    llvm::LLVMContext& context = module.getContext();
    const auto bytes = [&](llvm::StringRef contents, bool ends) {
        llvm::Constant* const text = llvm::ConstantDataArray::getString(context, contents, ends);
        auto* const variable = new llvm::GlobalVariable(module, text->getType(), true,
                                                        llvm::GlobalValue::PrivateLinkage, text, "__ndweave_external");
        variable->setAlignment(llvm::Align(16));
        return variable;
    };
    llvm::Constant* const pointer = llvm::ConstantPointerNull::get(llvm::PointerType::getUnqual(context));
    llvm::Constant* const size = llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), image.bitcode.size());
    llvm::Constant* const count = llvm::ConstantInt::get(size->getType(), image.device_globals.size());
    llvm::Constant* const members[] = {bytes(function.getName(), true),
                                       bytes({image.bitcode.data(), image.bitcode.size()}, false),
                                       size,
                                       bytes(image.hash, true),
                                       pointer,
                                       count,
                                       list_device_globals(function, image.device_globals)};
    llvm::Constant* const value = llvm::ConstantStruct::getAnon(members);
    auto* const record = new llvm::GlobalVariable(module, value->getType(), false, llvm::GlobalValue::InternalLinkage,
                                                  value, "__ndweave_external_function");
    constexpr int priority = 65535;  // as static objects without one
    llvm::appendToGlobalCtors(module, call_with(*record, "__ndweave_list_function"), priority);
    llvm::appendToGlobalDtors(module, call_with(*record, "__ndweave_unlist_function"), priority);
}

}  // namespace ndweave::extract
