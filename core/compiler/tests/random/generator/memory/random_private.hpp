/// Private arrays of random kernels: of words, of rows of shorts, of structs and of doubles, with indices that differ
/// from work-item to work-item.
#pragma once

#include "compiler/tests/random/generator/expressions/random_values.hpp"

namespace ndweave::compiler::testing {

class random_private : protected random_values {
protected:
    random_private(std::uint64_t seed, const random_shape& shape);

    void make_arrays();
    llvm::Value* private_value(unsigned depth) override;
    void write_private();

    /// `for (p = a + first; p != end; ++p) x = f(x, *p)`
    void walk_private();

    /// The array of 4 words.
    llvm::Value* private_words() { return words_; }

private:
    static constexpr unsigned length = 4, rows = 3, columns = 2, records = 3;

    llvm::Value* index(unsigned depth, unsigned below);
    llvm::Value* place(unsigned depth);
    llvm::Value* row_place(unsigned depth);
    llvm::Value* member(unsigned depth, unsigned which);
    llvm::Value* long_place(unsigned depth);
    llvm::Value* read_word(unsigned depth);
    llvm::Value* read_member(unsigned depth);
    void write_member();
    void copy_record();
    void fill_words();

    const bool by_parts_;  // words are accessed in parts too
    const bool has_rows_, has_records_, has_doubles_;
    llvm::ArrayType* row_type_ = nullptr;
    llvm::StructType* record_type_ = nullptr;
    llvm::Value *words_ = nullptr, *rows_ = nullptr, *records_ = nullptr, *doubles_ = nullptr;
};

}  // namespace ndweave::compiler::testing
