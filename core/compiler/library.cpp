/// The one symbol that libndweave-compiler.so exports.
#include <llvm/Config/llvm-config.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>

#include "code/artifact.hpp"
#include "compiler/codegen/host/machine.hpp"
#include "compiler/codegen/ptx/text/assembler_faults.hpp"
#include "compiler/compile.hpp"
#include "compiler/error.hpp"
#include "compiler/find_wrong_step.hpp"
#include "compiler/report/source_location.hpp"
#include "compiler/request/request.hpp"
#include "compiler/request/variable_problem.hpp"

namespace ndweave::compiler {
namespace {

int fail(llvm::Error error, char** message) {
    const auto [status, text] = describe(std::move(error));
    if (message != nullptr) *message = ::strdup(text.c_str());
    return status;
}

int give(std::string_view content, void** bytes, std::uint64_t* size) {
    *bytes = std::malloc(content.size());
    if (*bytes == nullptr) return 0;
    std::memcpy(*bytes, content.data(), content.size());
    *size = content.size();
    return 1;
}

int compile_kernel(const ndw_compile_request* request, void** bytes, std::uint64_t* size, char** message) {
    try {
        if (message != nullptr) *message = nullptr;
        if (bytes == nullptr || size == nullptr)
            return fail(invalid("malformed compile request: nowhere to put the kernel"), message);
        *bytes = nullptr;
        if (llvm::Error error = validate(request)) return fail(std::move(error), message);
        auto made = compile(*request);
        if (!made) return fail(made.takeError(), message);
        if (!give(code::encode(*made), bytes, size)) return fail(failed("no memory for a compiled kernel"), message);
        return NDW_COMPILE_OK;
    } catch (const std::exception& e) {
        return fail(failed(std::string("the kernel compiler failed: ") + e.what()), message);
    }
}

int name_wrong_step(const ndw_compile_request* request, ndw_is_right_fn is_right, void* data, char** step,
                    char** message) {
    try {
        *step = nullptr;
        *message = nullptr;
        if (llvm::Error error = validate(request)) return fail(std::move(error), message);
        const auto right = [&](const ndw_compiled_kernel& kernel) { return is_right(data, &kernel) != 0; };
        auto found = find_wrong_step(*request, right);
        if (!found) return fail(found.takeError(), message);
        if (!found->empty()) *step = ::strdup(found->c_str());
        return NDW_COMPILE_OK;
    } catch (const std::exception& e) {
        return fail(failed(std::string("the kernel compiler failed: ") + e.what()), message);
    }
}

int repair_binary(const void* bytes, std::uint64_t size, void** repaired, std::uint64_t* repaired_size) {
    const auto right = ptx::repair_driver_binary({static_cast<const char*>(bytes), size});
    return right ? give(*right, repaired, repaired_size) : 0;
}

char* source_line(const char* file, std::uint64_t address) {
    try {
        const std::string place = line_in_file(file, address);
        return place.empty() ? nullptr : ::strdup(place.c_str());
    } catch (const std::exception&) {  // out of memory: a report without its line
        return nullptr;
    }
}

char* problem_of_variable(const char* name) {
    try {
        const std::string problem = variable_problem(name);
        return problem.empty() ? nullptr : ::strdup(problem.c_str());
    } catch (const std::exception&) {  // out of memory
        return nullptr;
    }
}

}  // namespace
}  // namespace ndweave::compiler

extern "C" __attribute__((visibility("default"))) ndw_compiler_api ndw_compiler;

ndw_compiler_api ndw_compiler = {
    NDW_COMPILER_ABI_VERSION,
    sizeof(ndw_compiler_api),
    LLVM_VERSION_STRING,
    ndweave::compiler::host::target_cpu().name.c_str(),
    ndweave::compiler::compile_kernel,
    [](char* message) { std::free(message); },
    std::free,
    ndweave::compiler::source_line,
    ndweave::compiler::name_wrong_step,
    ndweave::compiler::repair_binary,
    ndweave::compiler::problem_of_variable,
};
