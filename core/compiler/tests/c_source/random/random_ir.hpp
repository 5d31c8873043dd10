/// Random kernels: every type and operation that the emitter writes, in random structured control flow, free of
/// undefined behaviour, so that two compilers must agree on every bit.
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <memory>

namespace ndweave::compiler::testing {

/// What a random kernel captures.
struct random_functor {
    const std::uint64_t* in;  // 4 per work-item
    std::uint64_t* out;       // 8 per work-item
    std::uint64_t s0;
    std::uint32_t s1;
    float s2;
    double s3;
    std::uint32_t table[4];  // indexed at run time
};

std::unique_ptr<llvm::Module> random_kernel(llvm::LLVMContext& context, std::uint64_t seed);

}  // namespace ndweave::compiler::testing
