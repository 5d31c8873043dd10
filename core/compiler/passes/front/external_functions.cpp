#include "compiler/passes/front/external_functions.hpp"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>

#include "compiler/error.hpp"

namespace ndweave::compiler {
namespace {

using offered = llvm::StringMap<const ndw_external_function*>;

/// The functions that `module` lacks and somebody offers.
llvm::SmallVector<const ndw_external_function*> missing(const llvm::Module& module, const offered& functions) {
    llvm::SmallVector<const ndw_external_function*> found;
    for (const llvm::Function& f : module) {
        if (!f.isDeclaration() || f.use_empty()) continue;
        if (const auto* const function = functions.lookup(f.getName())) found.push_back(function);
    }
    return found;
}

llvm::Error link(llvm::Module& module, const ndw_external_function& function) {
    const auto problem = [&](const std::string& what) {
        return failed("the bitcode of the function '" + std::string(function.name) + "' " + what);
    };
    const llvm::StringRef bytes(static_cast<const char*>(function.bitcode), function.bitcode_size);
    auto parsed = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, function.name), module.getContext());
    if (!parsed) return problem("is malformed: " + llvm::toString(parsed.takeError()));
    if (llvm::Linker::linkModules(module, std::move(*parsed))) return problem("cannot be linked");
    llvm::Function* const linked = module.getFunction(function.name);
    if (linked == nullptr || linked->isDeclaration()) return problem("does not define it");
    linked->setLinkage(llvm::GlobalValue::InternalLinkage);
    return llvm::Error::success();
}

}  // namespace

llvm::Error link_external_functions(llvm::Module& module, llvm::ArrayRef<ndw_external_function> functions) {
    offered by_name;
    for (const ndw_external_function& f : functions) by_name[f.name] = &f;
    for (auto wanted = missing(module, by_name); !wanted.empty(); wanted = missing(module, by_name)) {
        for (const ndw_external_function* function : wanted) {
            if (llvm::Error error = link(module, *function)) return error;
        }
    }
    return llvm::Error::success();
}

}  // namespace ndweave::compiler
