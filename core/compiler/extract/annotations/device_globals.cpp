#include "compiler/extract/annotations/device_globals.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Support/Alignment.h>

#include "compiler/extract/annotations/annotations.hpp"
#include "compiler/extract/annotations/name_hash.hpp"
#include "compiler/extract/reachable.hpp"

namespace ndweave::extract {
namespace {

constexpr llvm::StringLiteral annotation = "ndweave.device_global";

using layouts = llvm::SmallPtrSet<const llvm::GlobalValue*, 8>;

bool begins_with(const llvm::Constant& value, const layouts& known) {
    const llvm::Constant* first = &value;
    while (llvm::isa<llvm::ConstantAggregate>(first)) first = first->getAggregateElement(0U);
    return known.contains(llvm::dyn_cast<llvm::GlobalValue>(first->stripPointerCasts()));
}

/// The variables that are passed to the member function.
void add_objects_of(const llvm::Function& member, llvm::StringSet<>& names) {
    for (const llvm::User* user : member.users()) {
        const auto* const call = llvm::dyn_cast<llvm::CallBase>(user);
        if (call == nullptr || call->getCalledFunction() != &member || call->arg_empty()) continue;
        if (const auto* object = llvm::dyn_cast<llvm::GlobalVariable>(call->getArgOperand(0)->stripPointerCasts()))
            names.insert(object->getName());
    }
}

}  // namespace

llvm::StringSet<> find_device_globals(llvm::Module& module) {
    llvm::StringSet<> names;
    layouts known;
    for (const llvm::GlobalValue* global : annotated(module, annotation)) {
        if (const auto* member = llvm::dyn_cast<llvm::Function>(global)) {
            add_objects_of(*member, names);
        } else {
            known.insert(global);
        }
    }
    if (known.empty()) return names;
    for (const llvm::GlobalVariable& variable : module.globals()) {
        if (variable.hasInitializer() && !variable.isConstant() && begins_with(*variable.getInitializer(), known))
            names.insert(variable.getName());
    }
    return names;
}

llvm::StringSet<> find_declared_externals(llvm::Module& module) {
    llvm::StringSet<> names;
    for (const llvm::GlobalValue* global : annotated(module, "ndweave.external")) {
        if (llvm::isa<llvm::Function>(global) && global->isDeclaration()) names.insert(global->getName());
    }
    return names;
}

std::uint64_t key_of_device_global(llvm::StringRef function, std::size_t number) {
    return name_hash((function + ":" + llvm::Twine(number)).str());
}

std::string name_by_place(std::uint64_t place) { return "__ndweave_device_global." + std::to_string(place); }
std::string name_by_key(std::uint64_t key) { return "__ndweave_device_global.of." + std::to_string(key); }

std::uint64_t place_of_device_global(std::uint64_t functor_bytes, std::size_t number) {
    constexpr std::uint64_t pointer_bytes = 8;
    return llvm::alignTo(functor_bytes, pointer_bytes) + pointer_bytes * number;
}

std::vector<std::string> take_device_globals(llvm::Module& device_code, llvm::StringRef entry,
                                             const llvm::StringSet<>& known, name_of_number name) {
    std::vector<std::string> taken;
    if (known.empty()) return taken;
    for (llvm::GlobalValue* global : reachable_from({device_code.getFunction(entry)})) {
        auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(global);
        if (variable == nullptr || !known.contains(variable->getName())) continue;
        const std::string next = name(taken.size());
        taken.push_back(variable->getName().str());
        variable->setInitializer(nullptr);
        variable->setLinkage(llvm::GlobalValue::ExternalLinkage);
        variable->setName(next);
    }
    return taken;
}

}  // namespace ndweave::extract
