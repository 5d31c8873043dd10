/// What affine_ids says of a kernel, against a run of it: a value that is called a sum of something uniform and
/// constant multiples of local ids is one, modulo its width.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include "compiler/passes/analysis/affine_ids.hpp"
#include "compiler/tests/twins/watches/loop_clock.hpp"
#include "compiler/tests/twins/watches/poison_watch.hpp"

namespace ndweave::compiler::testing {

using affine_claims = llvm::DenseMap<const llvm::Value*, affine_ids::coefficients>;

/// Those that are proven, of values that differ between work-items.
affine_claims affine_claims_of(const uniformity&, const llvm::Function&);

class affine_twin : public run_observer {
public:
    /// `poison` is told before this is; what is poison has no claims.
    affine_twin(llvm::Function& function, affine_claims claims, const poison_watch& poison)
        : claims_(std::move(claims)), clock_(function), poison_(poison) {}

    void begins(const work_group& group, std::size_t items) override;
    void enters(const running_item& item, const llvm::BasicBlock* from, const llvm::BasicBlock& to) override {
        clock_.enter(item.number(), from, to);
    }
    void computes(const running_item&, const llvm::Instruction&, std::uint64_t value) override;

private:
    std::uint64_t part_of_ids(std::size_t item, const affine_ids::coefficients&) const;

    const affine_claims claims_;
    loop_clock clock_;
    std::array<std::uint64_t, 3> local_range_{};
    const poison_watch& poison_;
    llvm::DenseMap<std::pair<const llvm::Value*, std::uint64_t>, std::pair<std::uint64_t, std::size_t>> rests_;
};

}  // namespace ndweave::compiler::testing
