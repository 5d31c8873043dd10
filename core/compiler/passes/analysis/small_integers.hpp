/// The ranges of integers that loops compute from small ones.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/ConstantRange.h>

#include <optional>

namespace llvm {
class Loop;
}

namespace ndweave::compiler {

/// Ranges of integers in a loop, as far as they follow from the operations in it; always true, modulo the type's size.
/// Operands are looked through to widened numbers, constants and what does not change in the loop.
class integer_ranges {
public:
    explicit integer_ranges(const llvm::Loop& loop) : loop_(loop) {}

    llvm::ConstantRange of(llvm::Value&);
    bool fits_unsigned(llvm::Value& v, unsigned bits) { return of(v).getUnsignedMax().getActiveBits() <= bits; }
    bool fits_signed(llvm::Value& v, unsigned bits);

private:
    llvm::ConstantRange compute(llvm::Value&);
    llvm::ConstantRange of_operation(llvm::Instruction&);
    llvm::ConstantRange of_sum(llvm::Instruction&);
    std::optional<llvm::ConstantRange> of_mixture(llvm::Value&, llvm::Value&);

    const llvm::Loop& loop_;
    llvm::DenseMap<llvm::Value*, llvm::ConstantRange> known_;
};

}  // namespace ndweave::compiler
