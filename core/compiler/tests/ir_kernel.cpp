#include "compiler/tests/ir_kernel.hpp"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "compiler/compile.hpp"
#include "compiler/tests/sha256.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr const char* preamble = R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare i32 @__ndweave_local_id(i32)
declare i32 @__ndweave_local_range(i32)
declare i64 @__ndweave_group_id(i32)
declare i64 @__ndweave_group_range(i32)
declare i64 @__ndweave_global_id(i32)
declare i64 @__ndweave_global_range(i32)
declare void @__ndweave_barrier()
declare ptr @__ndweave_local_memory()
declare ptr @__ndweave_group_scratch(i32)
declare i32 @__ndweave_sub_group_size()
declare i32 @__ndweave_target()
declare void @__ndweave_fence(i32)
)";

std::string to_bitcode(const std::string& text) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic problem;
    const std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(preamble + text, problem, context);
    std::string bytes;
    llvm::raw_string_ostream out(bytes);
    if (module == nullptr) {
        problem.print("test kernel", out);
        throw std::runtime_error(bytes);
    }
    llvm::WriteBitcodeToFile(*module, out);
    return bytes;
}

/// No test touches the cache of the user who runs it.
class cache_of_the_run : public ::testing::Environment {
    own_cache cache_;
};

::testing::Environment* const environment = ::testing::AddGlobalTestEnvironment(new cache_of_the_run);

}  // namespace

ir_kernel::ir_kernel(const std::string& text) : bitcode_(to_bitcode(text)), hash_(sha256_text(bitcode_)) {
    request.struct_size = sizeof(request);
    request.variant.target = NDW_TARGET_HOST;
    request.kernel_name = "kernel";
    request.bitcode = bitcode_.data();
    request.bitcode_size = bitcode_.size();
    request.bitcode_hash = hash_.c_str();
    request.variant.kind = 1;
    request.variant.dimensions = 1;
    request.functor_size = 64;
    request.variant.pointer_alignment = 1;
}

own_cache::own_cache() {
    if (const char* outer = std::getenv("NDWEAVE_CACHE_DIR")) outer_ = outer;
    ::setenv("NDWEAVE_CACHE_DIR", path().c_str(), 1);
}

own_cache::~own_cache() {
    if (outer_.empty()) {
        ::unsetenv("NDWEAVE_CACHE_DIR");
    } else {
        ::setenv("NDWEAVE_CACHE_DIR", outer_.c_str(), 1);
    }
}

std::string ir_after(const std::string& step, const ir_kernel& kernel) {
    const own_cache directory;
    ::setenv("NDWEAVE_DUMP_IR", directory.path().c_str(), 1);
    auto made = compile(kernel.request);
    ::unsetenv("NDWEAVE_DUMP_IR");
    if (!made) throw std::runtime_error(llvm::toString(made.takeError()));
    for (const auto& file : std::filesystem::directory_iterator(directory.path())) {
        if (!llvm::StringRef(file.path().string()).ends_with("-" + step + ".ll")) continue;
        std::ifstream in(file.path());
        return {std::istreambuf_iterator<char>(in), {}};
    }
    throw std::runtime_error("no step " + step);
}

}  // namespace ndweave::compiler::testing
