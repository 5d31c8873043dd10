/// Random operations on two words: of 8 to 64 bits, in floating point, on short vectors. Each is defined for all
/// operands and gives the same bits everywhere: no NaN but in comparisons, no overflow in conversions, no division by
/// zero.
#pragma once

#include "random_integers.hpp"

namespace ndweave::compiler::testing {

class random_arithmetic : protected random_integers {
protected:
    using random_integers::random_integers;

    llvm::Value* combine(llvm::Value* a, llvm::Value* b);

    /// Compares two floats or doubles, of which a quarter are NaN: every predicate of LLVM's, from `oeq` to `une`.
    llvm::Value* compare_reals(llvm::Value* a, llvm::Value* b);

    /// A floating-point number of the word, at least 0 and at most 65535; of `half`, at most 1023.
    llvm::Value* real(llvm::Value* of, llvm::Type* type);

    /// The word that the number's bits are folded to.
    llvm::Value* bits_of(llvm::Value* real);

private:
    llvm::Value* signed_operation(llvm::Value* a, llvm::Value* b);
    llvm::Value* in_another_width(llvm::Value* a, llvm::Value* b);
    llvm::Value* narrow(llvm::Value* a, llvm::Value* b);
    llvm::Value* wide(llvm::Value* a, llvm::Value* b);
    llvm::Value* floating(llvm::Value* a, llvm::Value* b);
    llvm::Value* intrinsic(llvm::Value* a, llvm::Value* b);
    llvm::Value* in_vectors(llvm::Value* a, llvm::Value* b);
};

}  // namespace ndweave::compiler::testing
