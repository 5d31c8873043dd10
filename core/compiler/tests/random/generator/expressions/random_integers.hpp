/// Random operations on two integers of one type, of 8 to 64 bits: what clang makes of C++'s operators and of the
/// functions of <bit>, <algorithm> and SYCL's integer functions. Each is defined for all operands.
#pragma once

#include "compiler/tests/random/generator/kernel_writer.hpp"

namespace ndweave::compiler::testing {

class random_integers : protected kernel_writer {
protected:
    using kernel_writer::kernel_writer;

    /// Of 8, 16, 32 or 64 bits.
    llvm::Type* any_integer() { return at_.getIntNTy(8u << pick(4)); }

    /// Of another width, with its sign or without.
    llvm::Value* resized(llvm::Value* of, llvm::Type* type);

    /// A quotient or remainder, with signs or without.
    llvm::Instruction::BinaryOps any_division();

    /// a < b or another order of the two, signed or not.
    llvm::Value* compare(llvm::Value* a, llvm::Value* b);

    llvm::Value* combine_integers(llvm::Value* a, llvm::Value* b);

    /// The number or another one, as programs keep zeros away from divisions; positive where it has no sign.
    llvm::Value* not_zero(llvm::Value* of);

private:
    llvm::Value* plain(llvm::Value* a, llvm::Value* b);
    llvm::Value* shift(llvm::Value* a, llvm::Value* b);
    llvm::Value* divide(llvm::Value* a, llvm::Value* b);
    llvm::Value* without_wrap(llvm::Value* a, llvm::Value* b);
    llvm::Value* of_bits(llvm::Value* a, llvm::Value* b);
    llvm::Value* limited(llvm::Value* a, llvm::Value* b);
    llvm::Value* overflowing(llvm::Value* a, llvm::Value* b);
};

}  // namespace ndweave::compiler::testing
