#include "compiler/extract/annotations/required_sizes.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <string>

#include "compiler/extract/reachable.hpp"

namespace ndweave::extract {
namespace {

constexpr llvm::StringLiteral sub_group_size = "__ndweave_required_sub_group_size";
constexpr llvm::StringLiteral work_group_size = "__ndweave_required_work_group_size";

using sizes = llvm::SmallVector<std::uint64_t, 3>;

std::string text_of(const sizes& s) {
    std::string text;
    for (const std::uint64_t size : s) {
        if (size != 0) text += (text.empty() ? "" : ", ") + std::to_string(size);
    }
    return text;
}

llvm::SmallVector<llvm::CallBase*> calls_of(llvm::Module& module, llvm::StringRef name) {
    llvm::SmallVector<llvm::CallBase*> calls;
    const llvm::Function* const function = module.getFunction(name);
    if (function == nullptr) return calls;
    for (const llvm::User* user : function->users()) {
        if (auto* call = llvm::dyn_cast<llvm::CallBase>(const_cast<llvm::User*>(user))) calls.push_back(call);
    }
    return calls;
}

sizes sizes_of(const llvm::CallBase& call) {
    sizes found;
    for (const llvm::Use& size : call.args()) {
        const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(size.get());
        found.push_back(number != nullptr ? number->getZExtValue() : 0);
    }
    return found;
}

/// What `name` says in the functions of a kernel; empty: nothing.
sizes required_of(llvm::Module& module, const kernel& k, const global_set& functions, llvm::StringRef name) {
    sizes found;
    for (const llvm::CallBase* call : calls_of(module, name)) {
        if (!functions.contains(const_cast<llvm::Function*>(call->getFunction()))) continue;
        const sizes these = sizes_of(*call);
        if (!found.empty() && found != these) {
            report(module, k.entry->getName(),
                   "its functions require groups of " + text_of(found) + " and of " + text_of(these) + " work-items");
        }
        found = these;
    }
    return found;
}

}  // namespace

void take_required_sizes(llvm::Module& module, llvm::ArrayRef<kernel> kernels) {
    const bool any = !calls_of(module, sub_group_size).empty() || !calls_of(module, work_group_size).empty();
    if (!any) return;
    for (const kernel& k : kernels) {
        const global_set functions = reachable_from({k.entry});
        const sizes sub_group = required_of(module, k, functions, sub_group_size);
        const sizes work_group = required_of(module, k, functions, work_group_size);
        set_required_sizes(k, sub_group.empty() ? 0 : sub_group.front(), work_group);
    }
    for (const llvm::StringRef name : {sub_group_size, work_group_size}) {
        for (llvm::CallBase* call : calls_of(module, name)) call->eraseFromParent();
        if (llvm::Function* const function = module.getFunction(name)) {
            function->removeDeadConstantUsers();
            if (function->use_empty()) function->eraseFromParent();
        }
    }
}

}  // namespace ndweave::extract
