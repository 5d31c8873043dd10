/// Sums of a uniform value and constant multiples of local ids: what work-items of a group have in order.
///
///     group * 256 + l + step * k          coefficient 1 of axis 0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>

namespace ndweave::compiler {

class uniformity;

class affine_ids {
public:
    /// Of each axis' local id, in units of the value; bytes for pointers. Modulo 2^width of the value.
    using coefficients = std::array<std::int64_t, 3>;

    /// What to think of sums that are extended to a wider type without a proof that they do not wrap around before: an
    /// estimate takes it for granted.
    enum class extensions { proven, assumed };

    affine_ids(const uniformity& values, extensions wide) : values_(values), wide_(wide) {}

    /// Takes `value` for one with these coefficients.
    void assume(const llvm::Value& value, const coefficients& of) { known_[&value] = of; }

    /// None where `value` is no such sum.
    std::optional<coefficients> of(const llvm::Value& value) const;

    /// How far the value may lie apart between two work-items of a group; none where the ids' ranges are not known.
    std::optional<std::uint64_t> span(const llvm::Value& value) const;

    /// What `value` is for the first (`last`: the last) of the work-items that run in lockstep, in order of the value:
    /// a uniform value, built of calls of first_id and last_id. Pre: a prologue; `of(value)` without negative
    /// coefficients.
    llvm::Value* at_end(llvm::IRBuilder<>& at, llvm::Value& value, bool last) const;

private:
    bool extends_exactly(const llvm::Value& value, bool is_signed) const;

    const uniformity& values_;
    const extensions wide_;
    llvm::DenseMap<const llvm::Value*, coefficients> known_;
};

}  // namespace ndweave::compiler
