/// Kernels for the tests of the C source emitter: from IR text to each dialect's text.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>
#include <string>

#include "compiler/codegen/c_source.hpp"

namespace ndweave::compiler::testing {

/// Parses IR text to which declarations of the builtins are added. Throws std::runtime_error.
std::unique_ptr<llvm::Module> parse_kernel(llvm::LLVMContext& context, const std::string& text);

/// A basic kernel of one dimension in groups of 64.
ndw_compile_request basic_request(std::uint32_t functor_size);

/// Emits `@kernel` of IR text.
c_source emit(const std::string& text, c_dialect dialect, const ndw_compile_request& request);

}  // namespace ndweave::compiler::testing
