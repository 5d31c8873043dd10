/// One pass, one function: what makes passes of LLVM's new pass manager of
///
///     void f(llvm::Module&)       a module pass
///     void f(llvm::Function&)     a module pass that runs on the kernel (kernel_attributes.hpp)
///     unsigned f(…)               likewise; what is returned is counted as the pass's changes
#pragma once

#include <llvm/IR/PassManager.h>

#include <algorithm>
#include <map>
#include <string>
#include <type_traits>

#include "compiler/kernel_attributes.hpp"

namespace ndweave::compiler {

/// How much passes changed, by their names.
using change_counts = std::map<std::string, unsigned, std::less<>>;

/// Where passes count; never invalidated.
class change_counter : public llvm::AnalysisInfoMixin<change_counter> {
public:
    struct Result {
        change_counts* counts;  // null: nobody asks

        bool invalidate(llvm::Module&, const llvm::PreservedAnalyses&, llvm::ModuleAnalysisManager::Invalidator&) {
            return false;
        }
    };

    explicit change_counter(change_counts* counts) : counts_(counts) {}
    Result run(llvm::Module&, llvm::ModuleAnalysisManager&) { return {counts_}; }

    static llvm::AnalysisKey Key;

private:
    change_counts* counts_;
};

template <std::size_t N>
struct pass_name {
    char text[N]{};

    consteval pass_name(const char (&name)[N]) { std::copy_n(name, N, text); }
};

/// `Run` with the arguments behind its first one bound in `rest`.
template <pass_name Name, auto Run, class... Rest>
class function_as_pass : public llvm::PassInfoMixin<function_as_pass<Name, Run, Rest...>> {
public:
    explicit function_as_pass(Rest... rest) : rest_(rest...) {}

    static llvm::StringRef name() { return Name.text; }
    static bool isRequired() { return true; }

    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
        if constexpr (std::is_invocable_v<decltype(Run), llvm::Module&, Rest...>)
            run_on(module, module, analyses);
        else if (llvm::Function* const kernel = kernel_of(module))
            run_on(*kernel, module, analyses);
        return llvm::PreservedAnalyses::none();
    }

private:
    template <class Unit>
    void run_on(Unit& unit, llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
        const auto call = [&](Rest... rest) { return Run(unit, rest...); };
        if constexpr (std::is_same_v<decltype(std::apply(call, rest_)), unsigned>) {
            const unsigned changes = std::apply(call, rest_);
            if (change_counts* const counts = analyses.getResult<change_counter>(module).counts)
                (*counts)[Name.text] += changes;
        } else {
            std::apply(call, rest_);
        }
    }

    std::tuple<Rest...> rest_;
};

}  // namespace ndweave::compiler
