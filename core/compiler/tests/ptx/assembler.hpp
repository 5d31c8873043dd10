/// NVIDIA's PTX assembler, where a CUDA toolkit is installed.
#pragma once

#include <string>

namespace ndweave::compiler::testing {

struct assembled {
    bool ok = false;
    std::string log;
    unsigned registers = 0;
    unsigned stack_bytes = 0;
    unsigned spill_bytes = 0;  // stores and loads
};

/// Assembles `code` for `arch`. Precondition: code::find_ptxas() found one.
assembled assemble(const std::string& code, const std::string& arch);

}  // namespace ndweave::compiler::testing
