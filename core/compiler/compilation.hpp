/// One compilation on its way through the pipeline: the request, the target, the report, and the running of steps.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Module.h>

#include <string>

#include "compiler/abi.h"
#include "compiler/error.hpp"
#include "compiler/pass_manager/llvm_passes.hpp"
#include "compiler/pass_manager/pipeline_step.hpp"
#include "compiler/passes/step_observer.hpp"
#include "compiler/report/report.hpp"

namespace ndweave::compiler {

struct target;

class compilation {
public:
    /// `vectors_refused`: why the code generator refused the kernel with LLVM's vectors, which it gets none of now.
    compilation(const ndw_compile_request& r, const target& t, std::string vectors_refused = {});

    const ndw_compile_request& request;
    const target& on;
    report notes;
    const std::string vectors_refused;  // empty: the code generator has not done so
    step_observer* observer = nullptr;  // is told of each step; null: nobody is

    /// The kernel as its author knows it: the demangled functor type.
    const std::string& kernel() const { return kernel_; }

    /// Entry function of the kernel in `module`; null where it is missing.
    llvm::Function* entry(llvm::Module& module) const { return module.getFunction(request.kernel_name); }

    bool has(ndw_compile_flag flag) const { return (request.variant.flags & flag) != 0; }

    /// Runs one named step on `module`: times it into the report and, where NDWEAVE_DUMP_IR names a directory, writes
    /// the module after it to <dir>/<kernel>.<target>.<NN>-<name>.ll.
    llvm::Error step(llvm::StringRef name, llvm::Module& module, llvm::function_ref<llvm::Error(llvm::Module&)> run);

    /// Runs those steps, in their order, that are wanted; fails where a pass of theirs does.
    llvm::Error run(llvm::ArrayRef<pipeline_step> steps, llvm::Module& module, const pass_options& options = {});

    /// For steps that cannot fail.
    void transform(llvm::StringRef name, llvm::Module& module, llvm::function_ref<void(llvm::Module&)> run);

    /// For steps that only make code better: left out once the request's last step has run.
    void improve(llvm::StringRef name, llvm::Module& module, llvm::function_ref<void(llvm::Module&)> run);

    /// Whether the request's last step has run.
    bool stopped() const { return stopped_; }

    /// Where NDWEAVE_DUMP_CODE names a directory, writes what the driver gets to <dir>/<kernel>.<target>.<extension>.
    void dump_code(llvm::StringRef text, llvm::StringRef extension);

    /// Why a file that NDWEAVE_DUMP_IR or NDWEAVE_DUMP_CODE asks for could not be written; empty where all were.
    const std::string& dump_problem() const { return dump_problem_; }

    /// The error "kernel 'K' cannot run on TARGET: CONSTRUCT (file:line)".
    llvm::Error refuse(llvm::StringRef construct, const llvm::DebugLoc& where = {}) const;

private:
    void dump(llvm::StringRef step_name, const llvm::Module& module);
    /// Calls `write` with <directory in `variable`>/<kernel>.<target>.<suffix>, open for writing, where there is one.
    void dump_to(const char* variable, llvm::StringRef suffix, llvm::function_ref<void(llvm::raw_ostream&)> write);

    std::string kernel_, dump_problem_;
    unsigned steps_done_ = 0;
    bool stopped_ = false;
};

}  // namespace ndweave::compiler
