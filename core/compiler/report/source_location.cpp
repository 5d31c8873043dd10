#include "compiler/report/source_location.hpp"

#include <llvm/DebugInfo/Symbolize/Symbolize.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

namespace ndweave::compiler {
namespace {

bool is_library_header(llvm::StringRef file) {
    if (file.starts_with("/usr/")) return true;
    for (const llvm::StringRef folder : {"include/ndweave/", "include/ndweave-sycl/", "include/sycl/"}) {
        if (file.starts_with(folder) || file.contains(("/" + folder).str())) return true;
    }
    return false;
}

/// Null where the whole chain is of libraries.
const llvm::DILocation* own_location(const llvm::DILocation* innermost) {
    for (const llvm::DILocation* place = innermost; place != nullptr; place = place->getInlinedAt()) {
        if (place->getLine() != 0 && !is_library_header(place->getFilename())) return place;
    }
    return nullptr;
}

}  // namespace

const llvm::DILocation* user_location(const llvm::DebugLoc& where) {
    const llvm::DILocation* const own = own_location(where.get());
    return own != nullptr ? own : where.get();
}

std::string place_text(const llvm::DebugLoc& where) {
    const llvm::DILocation* const place = user_location(where);
    return place == nullptr ? "" : place->getFilename().str() + ":" + std::to_string(place->getLine());
}

std::string line_in_file(const std::string& file, std::uint64_t address) {
    llvm::symbolize::LLVMSymbolizer symbols;
    auto chain = symbols.symbolizeInlinedCode(file, {address, llvm::object::SectionedAddress::UndefSection});
    if (!chain) {
        llvm::consumeError(chain.takeError());
        return "";
    }
    for (std::uint32_t i = 0; i < chain->getNumberOfFrames(); ++i) {
        const llvm::DILineInfo& place = chain->getFrame(i);
        if (place.Line == 0 || is_library_header(place.FileName)) continue;
        return place.FileName + ":" + std::to_string(place.Line);
    }
    return "";
}

llvm::Constant* place_constant(llvm::IRBuilderBase& at, llvm::StringRef text) {
    if (text.empty()) return llvm::ConstantPointerNull::get(at.getPtrTy());
    const std::string name = ("place." + text).str();
    llvm::Module& module = *at.GetInsertBlock()->getModule();
    if (llvm::GlobalVariable* known = module.getNamedGlobal(name)) return known;
    llvm::Constant* const bytes = llvm::ConstantDataArray::getString(module.getContext(), text);
    return new llvm::GlobalVariable(module, bytes->getType(), true, llvm::GlobalValue::PrivateLinkage, bytes, name);
}

const llvm::DILocation* first_user_location(llvm::ArrayRef<llvm::BasicBlock*> blocks) {
    for (const llvm::BasicBlock* block : blocks) {
        for (const llvm::Instruction& i : *block) {
            if (const llvm::DILocation* place = own_location(i.getDebugLoc().get())) return place;
        }
    }
    return nullptr;
}

}  // namespace ndweave::compiler
