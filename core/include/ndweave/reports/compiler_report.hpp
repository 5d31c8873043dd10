/// Diagnostics of the kernel compiler: why kernels are not compiled.
#pragma once

#include <string>

#include "ndweave/detail/export.hpp"

namespace ndweave {

/// libndweave-compiler.so, which turns kernels into code for a device at run time.
struct compiler_report {
    std::string path;       // where it is searched
    std::string version;    // of its LLVM; empty if it is not available
    std::string processor;  // LLVM's name of the processor that CPU kernels are compiled for; empty likewise
    std::string problem;    // why it is not available, and what to do; else empty
};

/// Loads the kernel compiler, as the first kernel would, and returns the outcome.
NDWEAVE_EXPORT compiler_report kernel_compiler_report();

}  // namespace ndweave
