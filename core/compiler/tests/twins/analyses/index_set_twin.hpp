/// What split_index_set says of a loop, against a run: where the test that one computes for all says that all go on,
/// each work-item would go on by its own condition.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

#include "compiler/tests/random/interpreter/run_observer.hpp"

namespace ndweave::compiler::testing {

/// A work-item's own condition, and what it is where the work-item goes on.
struct own_condition {
    const llvm::Value* condition;
    bool when;
};

/// Of branches whose first way is taken where all go on.
using index_set_claims = llvm::DenseMap<const llvm::Instruction*, own_condition>;

/// As split_index_set left the function, with nothing simplified since.
index_set_claims index_set_claims_of(const llvm::Function&);

class index_set_twin : public run_observer {
public:
    explicit index_set_twin(index_set_claims claims) : claims_(std::move(claims)) {}

    void executes(const running_item&, const llvm::Instruction&) override;

private:
    const index_set_claims claims_;
};

}  // namespace ndweave::compiler::testing
