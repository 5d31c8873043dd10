#include "compiler/extract/tests/device_module.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SHA256.h>

#include <stdexcept>

namespace ndweave::extract_test {

device_module load_device_module(const std::string& bitcode) {
    llvm::LLVMContext context;
    auto module = llvm::parseBitcodeFile({bitcode, "kernel"}, context);
    if (!module) throw std::runtime_error(llvm::toString(module.takeError()));
    device_module content;
    llvm::raw_string_ostream text(content.text);
    if (llvm::verifyModule(**module, &text)) throw std::runtime_error(content.text);
    for (const llvm::GlobalValue& global : (*module)->global_values()) {
        auto& where = global.isDeclaration()     ? content.declarations
                      : global.hasLocalLinkage() ? content.internal_definitions
                                                 : content.external_definitions;
        where.insert(global.getName().str());
    }
    content.source_filename = (*module)->getSourceFileName();
    (*module)->print(text, nullptr);
    return content;
}

std::string sha256(const std::string& bytes) {
    return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(bytes)), /*LowerCase=*/true);
}

}  // namespace ndweave::extract_test
