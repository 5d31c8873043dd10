// ndweave-function-order KERNELS FILE: the functions of the kernel compiler in the order of their first call, as lld
// takes it (--symbol-ordering-file). Those that are called at all, three of ten, then lie side by side in the
// library: less of it is read and mapped.
#include <dlfcn.h>

#include <cstdio>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "called_functions.hpp"
#include "compiler/compile.hpp"
#include "compiler/error.hpp"
#include "sample_kernels.hpp"

namespace ndweave::compiler::function_order {
namespace {

std::span<const ndw_compile_request> samples_of(const char* module) {
    // What kernels call on the host is not there, and is not called.
    void* const library = dlopen(module, RTLD_LAZY | RTLD_LOCAL);
    auto* const samples =
        library ? reinterpret_cast<sample_requests_function*>(dlsym(library, sample_requests_symbol)) : nullptr;
    if (!samples) throw std::runtime_error(dlerror());
    std::span<const ndw_compile_request> requests;
    samples(&requests);
    return requests;
}

void compile_for(ndw_target target, const char* arch, std::span<const ndw_compile_request> samples) {
    for (ndw_compile_request request : samples) {
        request.variant.target = target;
        request.variant.pointer_alignment = 1;
        request.arch = arch;
        auto made = compile(request);
        if (!made) throw std::runtime_error(describe(made.takeError()).second);
    }
}

int run(const char* module, const char* output) {
    std::vector<std::string> names;
    try {
        const auto samples = samples_of(module);
        compile_for(NDW_TARGET_HOST, nullptr, samples);
        compile_for(NDW_TARGET_PTX, "sm_80", samples);
        names = called_functions();
    } catch (const std::exception& e) {
        std::fprintf(stderr, "ndweave-function-order: the kernel compiler's functions stay as they are: %s\n",
                     e.what());
    }
    std::ofstream file(output);
    for (const std::string& name : names) file << name << '\n';
    file.close();
    return file ? 0 : 1;
}

}  // namespace
}  // namespace ndweave::compiler::function_order

int main(int argc, char** argv) { return argc == 3 ? ndweave::compiler::function_order::run(argv[1], argv[2]) : 2; }
