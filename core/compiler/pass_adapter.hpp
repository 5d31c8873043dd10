/// One pass, one function: what makes passes of LLVM's new pass manager of
///
///     void f(llvm::Module&)       a module pass
///     void f(llvm::Function&)     a module pass that runs on the kernel (kernel_attributes.hpp)
///     unsigned f(…)               likewise; what is returned is counted as the pass's changes
///     llvm::Error f(…)            likewise; an error ends the compilation, and no such pass runs after it
#pragma once

#include <llvm/IR/PassManager.h>
#include <llvm/Support/Error.h>

#include <algorithm>
#include <map>
#include <string>
#include <type_traits>

#include "compiler/kernel_attributes.hpp"

namespace ndweave::compiler {

struct pass_outcome {
    std::map<std::string, unsigned, std::less<>> changes;  // how much passes changed, by their names
    std::string error;                                     // the first one; empty: there is none
};

/// Where passes tell their outcome; never invalidated.
class outcome_analysis : public llvm::AnalysisInfoMixin<outcome_analysis> {
public:
    struct Result {
        pass_outcome* outcome;

        bool invalidate(llvm::Module&, const llvm::PreservedAnalyses&, llvm::ModuleAnalysisManager::Invalidator&) {
            return false;
        }
    };

    explicit outcome_analysis(pass_outcome& outcome) : outcome_(&outcome) {}
    Result run(llvm::Module&, llvm::ModuleAnalysisManager&) { return {outcome_}; }

    static llvm::AnalysisKey Key;

private:
    pass_outcome* outcome_;
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
        pass_outcome& outcome = *analyses.getResult<outcome_analysis>(module).outcome;
        if (!outcome.error.empty()) return llvm::PreservedAnalyses::all();
        if constexpr (std::is_invocable_v<decltype(Run), llvm::Module&, Rest...>)
            run_on(module, outcome);
        else if (llvm::Function* const kernel = kernel_of(module))
            run_on(*kernel, outcome);
        return llvm::PreservedAnalyses::none();
    }

private:
    template <class Unit>
    void run_on(Unit& unit, pass_outcome& outcome) {
        const auto call = [&](Rest... rest) { return Run(unit, rest...); };
        using returned = decltype(std::apply(call, rest_));
        if constexpr (std::is_same_v<returned, unsigned>) {
            outcome.changes[Name.text] += std::apply(call, rest_);
        } else if constexpr (std::is_same_v<returned, llvm::Error>) {
            if (llvm::Error error = std::apply(call, rest_)) outcome.error = llvm::toString(std::move(error));
        } else {
            std::apply(call, rest_);
        }
    }

    std::tuple<Rest...> rest_;
};

}  // namespace ndweave::compiler
