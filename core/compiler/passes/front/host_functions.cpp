#include "compiler/passes/front/host_functions.hpp"

#include <llvm/Demangle/Demangle.h>

namespace ndweave::compiler {
namespace {

struct known {
    llvm::StringRef prefix;
    const char* construct;
};

constexpr const char* writes_to_file = "writes to a file: kernels print to stdout, by printf, puts and putchar";

constexpr known functions[] = {
    {"fprintf", writes_to_file},
    {"fputs", writes_to_file},
    {"fputc", writes_to_file},
    {"fwrite", writes_to_file},
    {"vprintf", "calls vprintf: kernels print by printf, puts and putchar"},
    {"_Znw", "allocates memory with operator new"},
    {"_Zna", "allocates memory with operator new[]"},
    {"_Zdl", "frees memory with operator delete"},
    {"_Zda", "frees memory with operator delete[]"},
    {"__cxa_throw", "throws an exception"},
    {"__cxa_allocate_exception", "throws an exception"},
    {"__cxa_rethrow", "throws an exception"},
    {"__cxa_begin_catch", "handles an exception"},
    {"__cxa_guard_", "initializes a static variable inside a function"},
    {"__cxa_thread_atexit", "uses a thread_local variable"},
    {"__tls_", "uses a thread_local variable"},
    {"_ZTW", "uses a thread_local variable"},
    {"__dynamic_cast", "uses dynamic_cast"},
    {"__atomic_", "has an atomic operation of a size or alignment that processors do not have"},
};

}  // namespace

std::string describe_host_function(llvm::StringRef symbol) {
    for (const known& function : functions) {
        if (symbol.starts_with(function.prefix)) return function.construct;
    }
    return "calls '" + llvm::demangle(symbol) +
           "', which is not defined in the kernel's source file, nor SYCL_EXTERNAL in another one";
}

}  // namespace ndweave::compiler
