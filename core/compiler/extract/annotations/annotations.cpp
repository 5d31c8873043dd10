#include "compiler/extract/annotations/annotations.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>

namespace ndweave::extract {
namespace {

constexpr llvm::StringLiteral annotations_name = "llvm.global.annotations";

/// One element of llvm.global.annotations: {what, text, file, line, arguments}.
constexpr unsigned annotation_strings[] = {1, 2};

llvm::StringRef annotation_text(const llvm::Constant& element) {
    const auto* text = llvm::dyn_cast<llvm::GlobalVariable>(element.getOperand(1)->stripPointerCasts());
    if (!text || !text->hasInitializer()) return {};
    const auto* characters = llvm::dyn_cast<llvm::ConstantDataSequential>(text->getInitializer());
    return characters && characters->isCString() ? characters->getAsCString() : llvm::StringRef();
}

llvm::ConstantArray* annotations(llvm::Module& module) {
    llvm::GlobalVariable* list = module.getNamedGlobal(annotations_name);
    return list && list->hasInitializer() ? llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer()) : nullptr;
}

/// The strings of annotations that are gone.
void erase_unused(const llvm::SmallPtrSetImpl<llvm::GlobalVariable*>& strings) {
    for (llvm::GlobalVariable* string : strings) {
        string->removeDeadConstantUsers();
        if (string->use_empty()) string->eraseFromParent();
    }
}

}  // namespace

llvm::SmallVector<llvm::GlobalValue*> annotated(llvm::Module& module, llvm::StringRef text) {
    llvm::SmallVector<llvm::GlobalValue*> found;
    const llvm::ConstantArray* const list = annotations(module);
    if (!list) return found;
    for (const llvm::Use& element : list->operands()) {
        const auto* annotation = llvm::cast<llvm::Constant>(element.get());
        if (annotation_text(*annotation) != text) continue;
        if (auto* global = llvm::dyn_cast<llvm::GlobalValue>(annotation->getOperand(0)->stripPointerCasts()))
            found.push_back(global);
    }
    return found;
}

void remove_annotations(llvm::Module& module) {
    llvm::ConstantArray* list = annotations(module);
    if (!list) return;
    llvm::SmallVector<llvm::Constant*> kept;
    llvm::SmallPtrSet<llvm::GlobalVariable*, 8> strings;
    for (const llvm::Use& element : list->operands()) {
        auto* annotation = llvm::cast<llvm::Constant>(element.get());
        if (!annotation_text(*annotation).starts_with("ndweave.")) {
            kept.push_back(annotation);
            continue;
        }
        for (unsigned s : annotation_strings) {
            strings.insert(llvm::cast<llvm::GlobalVariable>(annotation->getOperand(s)->stripPointerCasts()));
        }
    }
    if (kept.size() == list->getNumOperands()) return;
    llvm::GlobalVariable* old = module.getNamedGlobal(annotations_name);
    if (!kept.empty()) {
        auto* type = llvm::ArrayType::get(list->getType()->getElementType(), kept.size());
        auto* fresh = new llvm::GlobalVariable(module, type, old->isConstant(), old->getLinkage(),
                                               llvm::ConstantArray::get(type, kept));
        fresh->copyAttributesFrom(old);
        fresh->takeName(old);
    }
    old->eraseFromParent();
    erase_unused(strings);
}

}  // namespace ndweave::extract
