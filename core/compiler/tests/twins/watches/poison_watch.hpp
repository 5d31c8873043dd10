/// Follows poison through a run: what LLVM's flags, ranges and attributes exclude, and happens nevertheless.
///
/// A result that its instruction's flags exclude (nsw, nuw, exact, disjoint, nneg, inbounds, a shift by too much) or
/// its range and nonnull facts, is poison; so is what is computed from it, and from what is undefined. Poison that
/// nobody uses is allowed: code may be hoisted past its guard. Branching on it, an access through it, a division by it
/// are not, nor is an assumption that does not hold. Through memory poison is not followed.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <vector>

#include "compiler/tests/random/interpreter/run_observer.hpp"

namespace ndweave::compiler::testing {

class poison_watch : public run_observer {
public:
    void begins(const work_group&, std::size_t items) override {
        poison_.clear();
        poison_.resize(items);
    }
    void enters(const running_item&, const llvm::BasicBlock* from, const llvm::BasicBlock& to) override;
    void executes(const running_item&, const llvm::Instruction&) override;
    void computes(const running_item&, const llvm::Instruction&, std::uint64_t value) override;

    bool is_poison(const running_item& item, const llvm::Value& value) const { return bits(item, value) != 0; }

private:
    /// The value's bits that are poison: whole elements of it.
    std::uint64_t bits(const running_item&, const llvm::Value&) const;
    std::uint64_t made_by(const running_item&, const llvm::Instruction&, std::uint64_t value) const;
    std::uint64_t passed_on(const running_item&, const llvm::Instruction&) const;
    void set(const running_item&, const llvm::Instruction&, std::uint64_t bits);
    void refuse_poison(const running_item&, const llvm::Instruction& user, const llvm::Value& used) const;

    std::vector<llvm::DenseMap<const llvm::Value*, std::uint64_t>>
        poison_;  // of a work-item: bits, where there are any
};

}  // namespace ndweave::compiler::testing
