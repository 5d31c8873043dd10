/// A kernel that is planned to be cut into regions, as one that can be run before it is cut.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>
#include <vector>

#include "compiler/passes/regions/region_plan.hpp"

namespace ndweave::compiler::testing {

struct region_walk {
    std::unique_ptr<llvm::Module> module;
    llvm::Function* kernel;
    std::vector<const llvm::AllocaInst*> shared;
};

/// A copy with a barrier at each head, behind which the first work-item does what begin of the region does: it resets
/// the plan's `any`. `shared` variables are the group's, and so are the copy's; of the `kept` variables those that are
/// dead at a head are overwritten there.
region_walk walk_by_regions(const llvm::Function& kernel, const region_plan& plan,
                            llvm::ArrayRef<const llvm::AllocaInst*> shared,
                            llvm::ArrayRef<const llvm::AllocaInst*> kept);

}  // namespace ndweave::compiler::testing
