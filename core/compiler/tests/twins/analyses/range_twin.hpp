/// The ranges of numbers that integer_ranges, LLVM's known bits and its scalar evolution give, against a run.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/ConstantRange.h>

#include <vector>

#include "compiler/tests/twins/watches/poison_watch.hpp"

namespace ndweave::compiler::testing {

struct range_claim {
    const char* analysis;
    llvm::ConstantRange range;
};

using range_claims = llvm::DenseMap<const llvm::Value*, std::vector<range_claim>>;

/// All that is known of the function's integers; without what says nothing.
range_claims range_claims_of(llvm::Function&);

class range_twin : public run_observer {
public:
    /// `poison` is told before this is; what is poison has no claims.
    range_twin(range_claims claims, const poison_watch& poison) : claims_(std::move(claims)), poison_(poison) {}

    void computes(const running_item&, const llvm::Instruction&, std::uint64_t value) override;

private:
    const range_claims claims_;
    const poison_watch& poison_;
};

}  // namespace ndweave::compiler::testing
