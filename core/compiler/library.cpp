/// The one symbol that libndweave-compiler.so exports.
#include <llvm/Config/llvm-config.h>

#include <cstdlib>
#include <cstring>
#include <exception>

#include "compiler/cache/disk.hpp"
#include "compiler/cache/driver_binaries.hpp"
#include "compiler/cache/kernel_cache.hpp"
#include "compiler/cache/pending_entries.hpp"
#include "compiler/codegen/host/machine.hpp"
#include "compiler/codegen/host/vector_math.hpp"
#include "compiler/codegen/ptx/text/assembler_faults.hpp"
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

int compile_kernel(const ndw_compile_request* request, const ndw_compiled_kernel** out, char** message) {
    try {
        if (message != nullptr) *message = nullptr;
        if (out == nullptr) return fail(invalid("malformed compile request: nowhere to put the kernel"), message);
        *out = nullptr;
        if (llvm::Error error = validate(request)) return fail(std::move(error), message);
        auto kernel = acquire_kernel(*request);
        if (!kernel) return fail(kernel.takeError(), message);
        *out = *kernel;
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

void release(const ndw_compiled_kernel* kernel) {
    if (kernel != nullptr) release_kernel(kernel);
}

int give(const std::optional<std::string>& binary, void** bytes, std::uint64_t* size) {
    if (!binary) return 0;
    *bytes = std::malloc(binary->size());
    if (*bytes == nullptr) return 0;
    std::memcpy(*bytes, binary->data(), binary->size());
    *size = binary->size();
    return 1;
}

int load_binary(const char* identity, void** bytes, std::uint64_t* size) {
    return give(cache::load_driver_binary(cache::directory(), identity), bytes, size);
}

int repair_binary(const void* bytes, std::uint64_t size, void** repaired, std::uint64_t* repaired_size) {
    return give(ptx::repair_driver_binary({static_cast<const char*>(bytes), size}), repaired, repaired_size);
}

void store_binary(const char* identity, const void* bytes, std::uint64_t size) {
    cache::store_driver_binary(cache::directory(), identity, {static_cast<const char*>(bytes), size});
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

void prepare_host() { host::open_vector_libraries(); }

}  // namespace
}  // namespace ndweave::compiler

extern "C" __attribute__((visibility("default"))) ndw_compiler_api ndw_compiler;

ndw_compiler_api ndw_compiler = {
    NDW_COMPILER_ABI_VERSION,
    sizeof(ndw_compiler_api),
    LLVM_VERSION_STRING,
    ndweave::compiler::host::target_cpu().name.c_str(),
    ndweave::compiler::compile_kernel,
    ndweave::compiler::release,
    [](char* message) { std::free(message); },
    ndweave::compiler::load_binary,
    ndweave::compiler::store_binary,
    std::free,
    ndweave::compiler::source_line,
    ndweave::compiler::name_wrong_step,
    ndweave::compiler::repair_binary,
    ndweave::compiler::problem_of_variable,
    ndweave::compiler::cache::write_pending,
    ndweave::compiler::prepare_host,
};
