#include "compiler/report/dump.hpp"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include <cstdlib>

#include "code/cache/no_file_size_signal.hpp"

namespace ndweave::compiler::dump {
namespace {

namespace fs = llvm::sys::fs;

/// A file of a name that nobody can have foreseen beside `path`, open for writing.
std::error_code create_beside(llvm::StringRef path, llvm::SmallVectorImpl<char>& fresh, int& descriptor) {
    return fs::createUniqueFile(path + ".%%%%%%%%%%%%", descriptor, fresh, fs::OF_None,
                                fs::owner_read | fs::owner_write);
}

}  // namespace

std::string folder(const char* variable) {
    const char* const value = ::secure_getenv(variable);
    return value == nullptr ? "" : value;
}

bool is_wanted() { return !folder("NDWEAVE_DUMP_IR").empty() || !folder("NDWEAVE_DUMP_CODE").empty(); }

std::string write(const std::string& folder, const std::string& name,
                  llvm::function_ref<void(llvm::raw_ostream&)> content) {
    if (const std::error_code error = fs::create_directories(folder)) return "it cannot be made: " + error.message();
    llvm::SmallString<256> path(folder), fresh;
    llvm::sys::path::append(path, name);
    int descriptor = -1;
    std::error_code error = create_beside(path, fresh, descriptor);
    if (!error) {
        const code::cache::no_file_size_signal guard;
        llvm::raw_fd_ostream file(descriptor, true);
        content(file);
        file.close();
        error = file.error();
        file.clear_error();
        if (!error) error = fs::rename(fresh, path);
        if (error) (void)fs::remove(fresh);
    }
    return error ? path.str().str() + " cannot be written: " + error.message() : "";
}

std::string problem(const std::string& folder) {
    const std::string name = ".ndweave";
    const std::string why = write(folder, name, [](llvm::raw_ostream& file) { file << "x"; });
    if (why.empty()) (void)fs::remove(folder + "/" + name);
    return why;
}

}  // namespace ndweave::compiler::dump
