/// What find_element_accesses says of private arrays, against a run: everything that touches one is an instruction that
/// it found, and touches one whole element.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <vector>

#include "compiler/passes/analysis/private_elements.hpp"
#include "compiler/tests/random/interpreter/run_observer.hpp"

namespace ndweave::compiler::testing {

using element_claims = llvm::DenseMap<const llvm::Value*, element_accesses>;

/// Of all arrays of which something is claimed.
element_claims element_claims_of(llvm::Function&);

class element_twin : public run_observer {
public:
    explicit element_twin(element_claims claims) : claims_(std::move(claims)) {}

    void begins(const work_group&, std::size_t items) override {
        arrays_.clear();
        arrays_.resize(items);
    }
    void executes(const running_item&, const llvm::Instruction&) override;
    void computes(const running_item&, const llvm::Instruction&, std::uint64_t value) override;

private:
    struct array {
        std::uint64_t begin, bytes;
        const element_accesses* claim;
    };

    const element_claims claims_;
    std::vector<llvm::SmallVector<array, 4>> arrays_;  // of each work-item
};

}  // namespace ndweave::compiler::testing
