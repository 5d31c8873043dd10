/// What is in an embedded kernel.
#pragma once

#include <set>
#include <string>

namespace ndweave::extract_test {

struct device_module {
    std::set<std::string> external_definitions;  // functions and variables
    std::set<std::string> internal_definitions;
    std::set<std::string> declarations;
    std::string source_filename;
    std::string text;  // LLVM assembly
};

/// Throws std::runtime_error if `bitcode` is not a valid module.
device_module load_device_module(const std::string& bitcode);

std::string sha256(const std::string& bytes);

}  // namespace ndweave::extract_test
