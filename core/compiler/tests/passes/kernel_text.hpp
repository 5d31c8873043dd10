/// A test's kernel as text, so that it can be compiled twice.
#pragma once

#include <string>

namespace ndweave::compiler::testing {

struct kernel_text {
    std::string module;
    std::string name = "kernel";
};

/// As the runtime gets it. Throws std::runtime_error for text that is no IR.
std::string bitcode_of(const kernel_text& kernel);

}  // namespace ndweave::compiler::testing
