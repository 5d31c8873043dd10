#include "compiler/compilation.hpp"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/raw_ostream.h>

#include <cassert>
#include <chrono>

#include "compiler/codegen/target.hpp"
#include "compiler/pass_manager/left_out_passes.hpp"
#include "compiler/report/dump.hpp"
#include "compiler/report/source_location.hpp"
#include "compiler/request/kernel_name.hpp"

namespace ndweave::compiler {

compilation::compilation(const ndw_compile_request& r, const target& t, std::string refused)
    : request(r), on(t), vectors_refused(std::move(refused)), kernel_(kernel_display_name(r.kernel_name)) {
    if (!vectors_refused.empty()) notes.add_remark("note", "no vectors: the code generator refused " + vectors_refused);
}

llvm::Error compilation::step(llvm::StringRef name, llvm::Module& module,
                              llvm::function_ref<llvm::Error(llvm::Module&)> run) {
    const auto begin = std::chrono::steady_clock::now();
    llvm::Error error = run(module);
    assert(error || !llvm::verifyModule(module, &llvm::errs()));
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begin;
    notes.add_step(name, spent.count());
    dump(name, module);
    ++steps_done_;
    if (request.last_step != nullptr && name == request.last_step) stopped_ = true;
    if (observer != nullptr && !error) observer->after(name, module);
    return error;
}

llvm::Error compilation::run(llvm::ArrayRef<pipeline_step> steps, llvm::Module& module, const pass_options& options) {
    pass_outcome outcome;
    pass_options with = options;
    with.outcome = &outcome;
    with.left_out = left_out_passes();
    pass_session session(with);
    for (const pipeline_step& one : steps) {
        if (!one.wanted || (one.optional && stopped_)) continue;
        outcome.changes.clear();
        llvm::Error error = step(one.name, module, [&](llvm::Module& m) -> llvm::Error {
            expect_parsed(session.run(m, one.passes));
            return outcome.error.empty() ? llvm::Error::success() : llvm::createStringError(outcome.error);
        });
        if (error) return error;
        if (one.counted == nullptr) continue;
        std::int64_t sum = 0;
        for (const auto& [pass, count] : outcome.changes) sum += count;
        notes.set(one.counted, sum);
    }
    return llvm::Error::success();
}

void compilation::transform(llvm::StringRef name, llvm::Module& module, llvm::function_ref<void(llvm::Module&)> run) {
    llvm::cantFail(step(name, module, [&](llvm::Module& m) -> llvm::Error {
        run(m);
        return llvm::Error::success();
    }));
}

void compilation::improve(llvm::StringRef name, llvm::Module& module, llvm::function_ref<void(llvm::Module&)> run) {
    if (!stopped_) transform(name, module, run);
}

llvm::Error compilation::refuse(llvm::StringRef construct, const llvm::DebugLoc& where) const {
    std::string message = "kernel '" + kernel_ + "' cannot run on target " + on.name + ": it " + construct.str();
    if (const std::string place = place_text(where); !place.empty()) message += " (" + place + ")";
    return unsupported(std::move(message));
}

void compilation::dump(llvm::StringRef step_name, const llvm::Module& module) {
    dump_to("NDWEAVE_DUMP_IR", llvm::formatv("{0,0+2}-{1}.ll", steps_done_, step_name).str(),
            [&](llvm::raw_ostream& file) { module.print(file, nullptr); });
}

void compilation::dump_code(llvm::StringRef text, llvm::StringRef extension) {
    dump_to("NDWEAVE_DUMP_CODE", extension, [&](llvm::raw_ostream& file) { file << text; });
}

void compilation::dump_to(const char* variable, llvm::StringRef suffix,
                          llvm::function_ref<void(llvm::raw_ostream&)> write) {
    const std::string folder = dump::folder(variable);
    if (folder.empty() || !dump_problem_.empty()) return;
    std::string stem = request.kernel_name;
    if (stem.size() > 100) stem = stem.substr(0, 80) + "-" + std::string(request.bitcode_hash).substr(0, 12);
    const std::string problem = dump::write(folder, stem + "." + on.name + "." + suffix.str(), write);
    if (!problem.empty()) dump_problem_ = std::string(variable) + " is '" + folder + "': " + problem;
}

}  // namespace ndweave::compiler
