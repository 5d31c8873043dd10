#include "compiler/extract/canonical_form.hpp"

#include <llvm/Config/llvm-config.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/TypeFinder.h>

#include "compiler/extract/reachable.hpp"

namespace ndweave::extract {
namespace {

void append(llvm::Module& module, llvm::GlobalVariable& variable) {
#if LLVM_VERSION_MAJOR >= 17
    module.insertGlobalVariable(&variable);
#else
    module.getGlobalList().push_back(&variable);
#endif
}

void order_globals(llvm::Module& module, const global_set& order) {
    for (llvm::GlobalValue* global : order) {
        if (auto* function = llvm::dyn_cast<llvm::Function>(global)) {
            function->removeFromParent();
            module.getFunctionList().push_back(function);
        } else if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(global)) {
            variable->removeFromParent();
            append(module, *variable);
        }
    }
}

/// Names that clang makes up for constants count what stands before them in the translation unit. The user's own names
/// stay: diagnostics use them.
void name_constants(const global_set& order) {
    unsigned number = 0;
    for (llvm::GlobalValue* global : order) {
        auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(global);
        if (!variable || variable->isDeclaration() || !variable->isConstant()) continue;
        if (!variable->getName().starts_with("_Z")) variable->setName("constant." + llvm::Twine(number++));
    }
}

void name_types(const llvm::Module& module) {
    llvm::TypeFinder types;
    types.run(module, /*onlyNamed=*/true);
    llvm::SmallVector<std::string> names;
    for (llvm::StructType* type : types) {
        llvm::StringRef name = type->getName();
        const auto [base, number] = name.rsplit('.');
        const bool numbered = !number.empty() && number.find_first_not_of("0123456789") == llvm::StringRef::npos;
        names.push_back((numbered ? base : name).str());
        type->setName("");
    }
    for (std::size_t i = 0; i < names.size(); ++i) types[i]->setName(names[i]);  // the context numbers equal names anew
}

/// Line tables need the compile unit, but neither the name of the translation unit nor of its outputs.
void name_compile_unit(llvm::Module& module, const llvm::Function& entry) {
    const llvm::DISubprogram* subprogram = entry.getSubprogram();
    if (!subprogram) return;
    enum operand : unsigned { file, producer, flags, split_file };  // of DICompileUnit
    for (llvm::DICompileUnit* unit : module.debug_compile_units()) {
        unit->replaceOperandWith(file, subprogram->getFile());
        unit->replaceOperandWith(flags, nullptr);
        unit->replaceOperandWith(split_file, nullptr);
    }
}

}  // namespace

void make_canonical(llvm::Module& module, llvm::StringRef entry) {
    module.setModuleIdentifier(entry);
    module.setSourceFileName(entry);
    llvm::Function* function = module.getFunction(entry);
    const global_set order = reachable_from({function});
    order_globals(module, order);
    name_constants(order);
    name_types(module);
    name_compile_unit(module, *function);
}

}  // namespace ndweave::extract
