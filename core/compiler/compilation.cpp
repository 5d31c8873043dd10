#include "compiler/compilation.hpp"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

#include <cassert>
#include <chrono>
#include <cstdlib>

#include "compiler/kernel_name.hpp"
#include "compiler/source_location.hpp"
#include "compiler/target/target.hpp"

namespace ndweave::compiler {

compilation::compilation(const ndw_compile_request& r, const target& t)
    : request(r), on(t), kernel_(kernel_display_name(r.kernel_name)) {}

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

void compilation::dump(llvm::StringRef step_name, const llvm::Module& module) const {
    dump_to("NDWEAVE_DUMP_IR", llvm::formatv("{0,0+2}-{1}.ll", steps_done_, step_name).str(),
            [&](llvm::raw_ostream& file) { module.print(file, nullptr); });
}

void compilation::dump_code(llvm::StringRef text, llvm::StringRef extension) const {
    dump_to("NDWEAVE_DUMP_CODE", extension, [&](llvm::raw_ostream& file) { file << text; });
}

void compilation::dump_to(const char* variable, const llvm::Twine& suffix,
                          llvm::function_ref<void(llvm::raw_ostream&)> write) const {
    const char* directory = ::secure_getenv(variable);
    if (directory == nullptr || *directory == '\0') return;
    if (llvm::sys::fs::create_directories(directory)) return;
    std::string stem = request.kernel_name;
    if (stem.size() > 100) stem = stem.substr(0, 80) + "-" + std::string(request.bitcode_hash).substr(0, 12);
    llvm::SmallString<256> path(directory);
    llvm::sys::path::append(path, llvm::Twine(stem) + "." + on.name + "." + suffix);
    // Under a name that nobody can have foreseen, then renamed: what lies there, a link to elsewhere perhaps, is
    // replaced and not followed.
    llvm::SmallString<256> fresh;
    int descriptor = -1;
    const auto own = llvm::sys::fs::owner_read | llvm::sys::fs::owner_write;
    if (llvm::sys::fs::createUniqueFile(path + ".%%%%%%%%%%%%", descriptor, fresh, llvm::sys::fs::OF_None, own)) return;
    {
        llvm::raw_fd_ostream file(descriptor, true);
        write(file);
        file.clear_error();
    }
    if (llvm::sys::fs::rename(fresh, path)) (void)llvm::sys::fs::remove(fresh);
}

}  // namespace ndweave::compiler
