/// Variables of type half, float and double of a random kernel. What is computed of them is rounded once, by IEEE 754's
/// rules, and products are exact, so that contraction changes nothing; no number is infinite or NaN.
#pragma once

#include "random_arithmetic.hpp"

namespace ndweave::compiler::testing {

class random_reals : protected random_arithmetic {
protected:
    using random_arithmetic::random_arithmetic;

    static constexpr unsigned real_count = 3;

    /// With first values of the word.
    void make_reals(llvm::Value* of);

    /// The bits of one, as a word, or the number itself as an integer.
    llvm::Value* real_value();
    llvm::Value* real_bits(unsigned which);

    /// x = x / 2 + y / 2 and the like, y of the word or another of the variables: |x| stays below 2^17, of a half 2^11.
    void assign_real_from(llvm::Value* word);

private:
    llvm::Type* real_type(unsigned which);
    llvm::Value* read(unsigned which);
    llvm::Value* operand(unsigned which, llvm::Value* word);
    llvm::Value* converted(llvm::Value* from, llvm::Type* to);
    llvm::Value* mixed(llvm::Value* x, llvm::Value* y);
    llvm::Value* rounded(llvm::Value* x);

    llvm::Value* real_[real_count] = {};
};

}  // namespace ndweave::compiler::testing
