/// What LLVM IR's operations compute, on values of up to 64 bits: integers, pointers, floats, doubles and vectors, the
/// first element lowest. Each throws unknown_operation for what it does not know. What is poison is any number here.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstdint>
#include <stdexcept>

namespace ndweave::compiler::testing {

struct unknown_operation : std::logic_error {
    using std::logic_error::logic_error;
};

/// The bits that `type` has of a value.
std::uint64_t cut(std::uint64_t value, const llvm::Type& type);

/// The number, with its sign in all 64 bits.
std::uint64_t with_sign(std::uint64_t value, const llvm::Type& type);

/// The bits of a constant; of poison, 0.
std::uint64_t bits_of(const llvm::Constant& value);

std::uint64_t apply(const llvm::BinaryOperator& operation, std::uint64_t a, std::uint64_t b);
std::uint64_t apply(const llvm::CmpInst& comparison, std::uint64_t a, std::uint64_t b);
std::uint64_t apply(const llvm::CastInst& cast, std::uint64_t of);
std::uint64_t apply(const llvm::IntrinsicInst& call, llvm::ArrayRef<std::uint64_t> of);

/// Those that kernels do not call, but LLVM's passes make.
std::uint64_t apply_of_passes(const llvm::IntrinsicInst& call, llvm::ArrayRef<std::uint64_t> of);

std::uint64_t apply(const llvm::AtomicRMWInst& update, std::uint64_t old, std::uint64_t operand);
std::uint64_t apply(const llvm::ShuffleVectorInst& shuffle, std::uint64_t a, std::uint64_t b);

std::uint64_t element(const llvm::Type& vector, std::uint64_t of, std::uint64_t index);
std::uint64_t with_element(const llvm::Type& vector, std::uint64_t of, std::uint64_t made, std::uint64_t index);

/// The result, and whether it overflows.
std::pair<std::uint64_t, bool> apply(const llvm::WithOverflowInst& operation, std::uint64_t a, std::uint64_t b);

/// Throws illegal_kernel where `result` is poison, or a NaN, of which processors make different ones.
void expect_defined(const llvm::Instruction& i, llvm::ArrayRef<std::uint64_t> operands, std::uint64_t result);

[[noreturn]] void refuse(const llvm::Instruction& unknown);

}  // namespace ndweave::compiler::testing
