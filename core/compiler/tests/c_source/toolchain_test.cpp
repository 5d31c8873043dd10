// The CUDA and HIP dialects through their vendors' compilers, where they are installed; neither needs a GPU.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "compiler/tests/c_source/kernel.hpp"
#include "compiler/tests/c_source/random/random_ir.hpp"
#include "support/command.hpp"
#include "support/temporary_folder.hpp"

namespace ndweave::compiler::testing {
namespace {

c_source random_source(std::uint64_t seed, c_dialect dialect) {
    llvm::LLVMContext context;
    const std::unique_ptr<llvm::Module> module = random_kernel(context, seed);
    return emit_c_source(*module, *module->getFunction("kernel"), dialect, basic_request(sizeof(random_functor)));
}

/// A kernel that prints what the dialects get of each kind of argument.
c_source printing_source(c_dialect dialect) {
    return emit(R"(
@format = private constant [31 x i8] c"%zu %*d %.3f %hd %c %s %s %p?\0A\00"
@text = private constant [5 x i8] c"text\00"
declare i32 @__ndweave_printf(ptr, ...)
define void @kernel(ptr %f) {
  %a = load ptr, ptr %f
  %i = call i64 @__ndweave_global_id(i32 0)
  %x = load float, ptr %a
  %wide = fpext float %x to double
  %low = trunc i64 %i to i32
  %n = call i32 (ptr, ...) @__ndweave_printf(ptr @format, i64 %i, i32 9, i32 %low, double %wide, i32 %low, i32 %low, ptr %a, ptr @text, ptr %a)
  store i32 %n, ptr %a
  ret void
})",
                dialect, basic_request(8));
}

std::string find_nvcc() {
    for (const char* path : {"/usr/local/cuda/bin/nvcc", "/usr/bin/nvcc"}) {
        if (::access(path, X_OK) == 0) return path;
    }
    return {};
}

TEST(CSourceToolchains, NvccCompilesTheCudaDialect) {
    const std::string nvcc = find_nvcc();
    if (nvcc.empty()) GTEST_SKIP() << "no nvcc";
    const std::uint64_t seed = std::random_device{}();
    const support::temporary_folder folder;
    const std::string source = folder / "kernel.cu";
    for (const c_source& kernel : {random_source(seed, c_dialect::cuda_cpp), printing_source(c_dialect::cuda_cpp)}) {
        std::ofstream(source) << kernel.text;
        const support::command_result run =
            support::run_command(nvcc + " --ptx -arch=sm_90 -o /dev/null " + source + " 2>&1");
        EXPECT_EQ(run.status, 0) << "seed " << seed << "\n" << run.output;
    }
}

/// hiprtc, which Debian's libamdhip64 contains.
struct hiprtc {
    int (*create)(void**, const char*, const char*, int, const char**, const char**) = nullptr;
    int (*compile)(void*, int, const char**) = nullptr;
    int (*log_size)(void*, std::size_t*) = nullptr;
    int (*log)(void*, char*) = nullptr;
    int (*code_size)(void*, std::size_t*) = nullptr;
    int (*code)(void*, char*) = nullptr;

    bool load() {
        void* library = ::dlopen("libamdhip64.so.5", RTLD_NOW);
        if (!library) return false;
        create = reinterpret_cast<decltype(create)>(::dlsym(library, "hiprtcCreateProgram"));
        compile = reinterpret_cast<decltype(compile)>(::dlsym(library, "hiprtcCompileProgram"));
        log_size = reinterpret_cast<decltype(log_size)>(::dlsym(library, "hiprtcGetProgramLogSize"));
        log = reinterpret_cast<decltype(log)>(::dlsym(library, "hiprtcGetProgramLog"));
        code_size = reinterpret_cast<decltype(code_size)>(::dlsym(library, "hiprtcGetCodeSize"));
        code = reinterpret_cast<decltype(code)>(::dlsym(library, "hiprtcGetCode"));
        return create && compile && log_size && log && code_size && code;
    }
};

struct hip_build {
    bool succeeded = false;
    std::string log, code;
};

hip_build build_for_gfx90a(const hiprtc& h, const std::string& text) {
    void* program = nullptr;
    h.create(&program, text.c_str(), "kernel.hip", 0, nullptr, nullptr);
    const char* options[] = {"--gpu-architecture=gfx90a"};
    hip_build result;
    result.succeeded = h.compile(program, 1, options) == 0;
    std::size_t size = 0;
    h.log_size(program, &size);
    result.log.resize(size + 1);
    h.log(program, result.log.data());
    if (result.succeeded) {
        h.code_size(program, &size);
        result.code.resize(size);
        h.code(program, result.code.data());
    }
    return result;
}

constexpr int no_hiprtc = 77;
constexpr const char* source_variable = "NDWEAVE_TEST_HIP_SOURCE";

std::string text_of(const std::string& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

int compile_file(const char* file) {
    hiprtc h;
    if (!h.load()) return no_hiprtc;
    const hip_build built = build_for_gfx90a(h, text_of(file));
    if (!built.succeeded) std::fprintf(stderr, "%s\n%s\n", built.log.c_str(), text_of(file).c_str());
    return built.succeeded ? 0 : 1;
}

/// With a file's name in the environment this program compiles the file and does nothing else.
[[maybe_unused]] const bool is_test_program = [] {
    if (const char* file = std::getenv(source_variable)) std::_Exit(compile_file(file));
    return true;
}();

/// Compiles in a process of its own: libamdhip64 brings an LLVM, which aborts beside that of an OpenCL driver (forked
/// processes have what this one has loaded).
int build_apart(const std::string& text) {
    const support::temporary_folder folder;
    const std::string source = folder / "kernel.hip";
    std::ofstream(source) << text;
    const std::string program = std::filesystem::read_symlink("/proc/self/exe");
    const int status = std::system((std::string(source_variable) + "='" + source + "' '" + program + "'").c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(CSourceToolchains, HiprtcCompilesTheHipDialect) {
    const std::uint64_t seed = std::random_device{}();
    const int status = build_apart(random_source(seed, c_dialect::hip_cpp).text);
    if (status == no_hiprtc) GTEST_SKIP() << "no libamdhip64 (Debian: libamdhip64-5)";
    EXPECT_EQ(status, 0) << "seed " << seed;
    EXPECT_EQ(build_apart(printing_source(c_dialect::hip_cpp).text), 0);
}

}  // namespace
}  // namespace ndweave::compiler::testing
