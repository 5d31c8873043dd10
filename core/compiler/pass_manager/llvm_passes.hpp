/// Runs LLVM passes on a module without the boilerplate of the new pass manager.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/PassManager.h>

#include <memory>
#include <string>
#include <vector>

#include "compiler/pass_manager/pass_adapter.hpp"

namespace llvm {
class PassBuilder;
class TargetMachine;
}  // namespace llvm

namespace ndweave::compiler {

struct analysis_managers;
struct between_passes;

/// Leaves out optional passes beyond a number of them. Passes count as often as they run.
struct pass_limit {
    unsigned most = 0;
    unsigned ran = 0;
    std::string last;  // of those that ran, by LLVM's name
};

struct pass_options {
    llvm::TargetMachine* machine = nullptr;                // cost models; null: target-independent ones
    const llvm::TargetLibraryInfoImpl* library = nullptr;  // null: no C library functions are known
    pass_limit* limit = nullptr;                           // null: every pass runs
    bool vectors = true;                                   // false: LLVM's vectorizers are left out
    std::string before_vectorizer;                         // function passes of "default<O3>" at that place
    pass_outcome* outcome = nullptr;                       // null: nobody asks, and no pass fails
    std::vector<std::string> left_out;                     // passes of pass_registry.def that do nothing
};

/// LLVM's pass builder with what it needs to run passes, one list of them after the other: making it takes longer than
/// many a pass. Each list gets fresh analyses.
class pass_session {
public:
    /// What `options` points to must outlive the session.
    explicit pass_session(const pass_options& options = {});
    ~pass_session();

    llvm::PassBuilder& builder() { return *builder_; }
    void run(llvm::Module& module, llvm::ModulePassManager& passes);
    /// Given as text; says what cannot be parsed.
    llvm::Error run(llvm::Module& module, llvm::StringRef passes);

private:
    std::unique_ptr<between_passes> between_;
    std::unique_ptr<analysis_managers> analyses_;
    std::unique_ptr<llvm::PassBuilder> builder_;
    pass_outcome unasked_;
    pass_outcome* outcome_ = &unasked_;
};

/// Runs passes on `module`, given in the syntax of LLVM's PassBuilder with the names of pass_registry.def as well. The
/// text belongs to the program: what cannot be parsed ends it. What NDWEAVE_LEAVE_OUT_PASSES names does nothing.
void run_passes(llvm::Module& module, llvm::StringRef passes, const pass_options& options = {});

/// The same for a text of the user's, of which only `options.left_out` does nothing: says what is wrong with it.
llvm::Error try_passes(llvm::Module& module, llvm::StringRef passes, const pass_options& options = {});

/// For texts of the program, in every build: a step that silently does nothing would be worse than none.
void expect_parsed(llvm::Error error);

/// Runs the function passes that `fill` adds on every function definition of `module`.
void run_function_passes(llvm::Module& module, llvm::function_ref<void(llvm::FunctionPassManager&)> fill,
                         const pass_options& options = {});

/// Runs the module passes that `fill` adds.
void run_module_passes(llvm::Module& module,
                       llvm::function_ref<void(llvm::PassBuilder&, llvm::ModulePassManager&)> fill,
                       const pass_options& options = {});

/// Runs `passes` on one function, with target-independent cost models.
void run_passes(llvm::Function& function, llvm::FunctionPassManager passes);

}  // namespace ndweave::compiler
