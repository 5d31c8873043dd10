// ndweave-opt: runs passes of the kernel compiler, and LLVM's, by name on a file of LLVM IR.
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/InitLLVM.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/ToolOutputFile.h>
#include <llvm/Support/WithColor.h>
#include <llvm/Target/TargetMachine.h>

#include "compiler/codegen/host/machine.hpp"
#include "compiler/llvm_passes.hpp"
#include "compiler/pass_registry.hpp"

namespace {

namespace cl = llvm::cl;
using namespace ndweave::compiler;

cl::OptionCategory category("ndweave-opt");
cl::opt<std::string> input(cl::Positional, cl::desc("<file of LLVM IR or bitcode>"), cl::init("-"), cl::cat(category));
cl::opt<std::string> output("o", cl::desc("File for the result (text)"), cl::value_desc("file"), cl::init("-"),
                            cl::cat(category));
cl::opt<std::string> passes("passes", cl::desc("Passes to run, in the syntax of LLVM's opt"), cl::value_desc("list"),
                            cl::cat(category));
cl::opt<bool> print_passes("print-passes", cl::desc("List the kernel compiler's passes, and end"), cl::cat(category));
cl::opt<bool> for_this_cpu("for-this-cpu", cl::desc("Compile for this machine's processor: its costs and registers"),
                           cl::cat(category));
cl::opt<bool> print_changes("print-changes", cl::desc("Print how much each pass that counts has changed, to stderr"),
                            cl::cat(category));
cl::list<std::string> left_out("leave-out", cl::desc("Pass that does nothing: its test must fail then"),
                               cl::value_desc("pass"), cl::cat(category));

int fail(const llvm::Twine& what) {
    llvm::WithColor::error(llvm::errs(), "ndweave-opt") << what << "\n";
    return 1;
}

int list_passes() {
    for (const std::string& name : registered_passes()) llvm::outs() << name << "\n";
    return 0;
}

int run() {
    llvm::LLVMContext context;
    llvm::SMDiagnostic problem;
    const auto module = llvm::parseIRFile(input, problem, context);
    if (!module) {
        problem.print("ndweave-opt", llvm::errs());
        return 1;
    }
    std::unique_ptr<llvm::TargetMachine> machine;
    pass_outcome outcome;
    pass_options options;
    options.outcome = &outcome;
    options.left_out = {left_out.begin(), left_out.end()};
    if (for_this_cpu) {
        if (!host::target_cpu().error.empty()) return fail(host::target_cpu().error);
        machine = host::make_machine(false);
        host::set_target_cpu(*module, *machine);
        options.machine = machine.get();
    }
    if (llvm::Error error = try_passes(*module, passes, options)) {
        return fail(llvm::toString(std::move(error)) +
                    "; -print-passes lists this compiler's, opt-19 -print-passes LLVM's");
    }
    if (!outcome.error.empty()) return fail(outcome.error);
    if (print_changes) {
        for (const auto& [pass, count] : outcome.changes) llvm::errs() << pass << ": " << count << "\n";
    }
    if (llvm::verifyModule(*module, &llvm::errs())) return fail("the passes made malformed IR");
    std::error_code error;
    llvm::ToolOutputFile file(output, error, llvm::sys::fs::OF_Text);
    if (error) return fail("cannot write '" + output + "': " + error.message());
    module->print(file.os(), nullptr);
    file.keep();
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const llvm::InitLLVM init(argc, argv);
    cl::HideUnrelatedOptions(category);
    cl::ParseCommandLineOptions(argc, argv, "runs passes of ndweave's kernel compiler on LLVM IR\n");
    return print_passes ? list_passes() : run();
}
