#include "compiler/extract/annotations/requirements.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <array>
#include <string>

#include "compiler/extract/reachable.hpp"

namespace ndweave::extract {
namespace {

constexpr llvm::StringLiteral sub_group_size = "__ndweave_required_sub_group_size";
constexpr llvm::StringLiteral work_group_size = "__ndweave_required_work_group_size";
constexpr llvm::StringLiteral aspects = "__ndweave_required_aspects";
constexpr std::array all_of_them{sub_group_size, work_group_size, aspects};

/// Of a call: sizes, or a set of aspects.
using numbers = llvm::SmallVector<std::uint64_t, 3>;

std::string text_of(const numbers& s) {
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

numbers numbers_of(const llvm::CallBase& call) {
    numbers found;
    for (const llvm::Use& argument : call.args()) {
        const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(argument.get());
        found.push_back(number != nullptr ? number->getZExtValue() : 0);
    }
    return found;
}

/// The calls of `name` in the functions of a kernel.
llvm::SmallVector<llvm::CallBase*> calls_in(llvm::Module& module, const global_set& functions, llvm::StringRef name) {
    llvm::SmallVector<llvm::CallBase*> calls = calls_of(module, name);
    llvm::erase_if(calls, [&](llvm::CallBase* call) { return !functions.contains(call->getFunction()); });
    return calls;
}

/// What `name` says in the functions of a kernel; empty: nothing.
numbers required_of(llvm::Module& module, const kernel& k, const global_set& functions, llvm::StringRef name) {
    numbers found;
    for (const llvm::CallBase* call : calls_in(module, functions, name)) {
        const numbers these = numbers_of(*call);
        if (!found.empty() && found != these) {
            report(module, k.entry->getName(),
                   "its functions require groups of " + text_of(found) + " and of " + text_of(these) + " work-items");
        }
        found = these;
    }
    return found;
}

std::uint64_t required_aspects(llvm::Module& module, const global_set& functions) {
    std::uint64_t all = 0;
    for (const llvm::CallBase* call : calls_in(module, functions, aspects)) all |= numbers_of(*call).front();
    return all;
}

}  // namespace

void take_requirements(llvm::Module& module, llvm::ArrayRef<kernel> kernels) {
    const auto is_said = [&](llvm::StringRef name) { return !calls_of(module, name).empty(); };
    if (llvm::none_of(all_of_them, is_said)) return;
    for (const kernel& k : kernels) {
        const global_set functions = reachable_from({k.entry});
        const numbers sub_group = required_of(module, k, functions, sub_group_size);
        const numbers work_group = required_of(module, k, functions, work_group_size);
        set_requirements(k,
                         {sub_group.empty() ? 0 : sub_group.front(), work_group, required_aspects(module, functions)});
    }
    for (const llvm::StringRef name : all_of_them) {
        for (llvm::CallBase* call : calls_of(module, name)) call->eraseFromParent();
        if (llvm::Function* const function = module.getFunction(name)) {
            function->removeDeadConstantUsers();
            if (function->use_empty()) function->eraseFromParent();
        }
    }
}

}  // namespace ndweave::extract
