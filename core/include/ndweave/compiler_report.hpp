/// What became of the kernel compiler, for people who ask why kernels are not compiled.
#pragma once

#include <string>

#include "ndweave/export.hpp"

namespace ndweave {

/// libndweave-compiler.so, which turns kernels into code for a device at run time.
struct compiler_report {
    std::string path;       // where it is looked for
    std::string version;    // of its LLVM; empty where it cannot be had
    std::string processor;  // that kernels on the CPU are compiled for, as LLVM names it; empty likewise
    std::string problem;    // why it cannot be had, and what to do; empty where it can
};

/// Loads the kernel compiler, as the first kernel would, and tells the outcome.
NDWEAVE_EXPORT compiler_report kernel_compiler_report();

}  // namespace ndweave
