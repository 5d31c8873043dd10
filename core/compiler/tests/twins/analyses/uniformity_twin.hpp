/// What `uniformity` says of a kernel, against a run of it.
///
/// Values called uniform are the same for all work-items that are at an instruction in the same iterations of the loops
/// around it; a branch that is not called divergent takes them the same way; up to each barrier, all have reached a
/// block that is called converged equally often, in the same iterations and in the same order. With barriers under
/// divergent control (no lockstep) nothing is claimed.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/Hashing.h>

#include <vector>

#include "compiler/passes/analysis/uniformity.hpp"
#include "compiler/tests/random/interpreter/run_observer.hpp"
#include "compiler/tests/twins/watches/loop_clock.hpp"

namespace ndweave::compiler::testing {

struct uniformity_claims {
    llvm::DenseSet<const llvm::Value*> uniform;
    llvm::DenseSet<const llvm::BasicBlock*> converged, together;  // together: end in no divergent branch
};

uniformity_claims claims_of(const uniformity&, const llvm::Function&);

class uniformity_twin : public run_observer {
public:
    uniformity_twin(llvm::Function& function, uniformity_claims claims)
        : claims_(std::move(claims)), clock_(function) {}

    void begins(const work_group&, std::size_t items) override;
    void enters(const running_item&, const llvm::BasicBlock* from, const llvm::BasicBlock& to) override;
    void computes(const running_item&, const llvm::Instruction&, std::uint64_t value) override;
    void meets() override;

private:
    template <class T>
    struct first_seen {
        T what;
        std::size_t by;
    };
    struct visits {
        unsigned times = 0;
        llvm::hash_code iterations = 0;
        bool operator==(const visits&) const = default;
    };
    using moment = std::pair<const llvm::Value*, std::uint64_t>;  // an instruction or a block, and the iteration

    const uniformity_claims claims_;
    loop_clock clock_;
    llvm::DenseMap<moment, first_seen<std::uint64_t>> values_;
    llvm::DenseMap<moment, first_seen<const llvm::BasicBlock*>> ways_;
    llvm::DenseMap<const llvm::BasicBlock*, std::vector<visits>> visits_;
    std::size_t items_ = 0;
};

}  // namespace ndweave::compiler::testing
