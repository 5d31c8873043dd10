/// NVPTX's address spaces (LLVM, docs/NVPTXUsage.rst).
#pragma once

namespace ndweave::compiler::ptx {

constexpr unsigned generic_space = 0;
constexpr unsigned global_space = 1;
constexpr unsigned shared_space = 3;
constexpr unsigned constant_space = 4;
constexpr unsigned param_space = 101;

}  // namespace ndweave::compiler::ptx
