/// Which kept variables are live into each block: exact dataflow over their loads and stores.
#pragma once

#include <vector>

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>

#include "compiler/passes/regions/spilled_values.hpp"

namespace ndweave::compiler {

class variable_liveness {
public:
    variable_liveness(llvm::Function& kernel, const std::vector<spill_variable>& variables);

    /// Indices into `variables`.
    const llvm::BitVector& live_in(llvm::BasicBlock* block) const { return blocks_.find(block)->second.live_in; }
    llvm::BitVector stored_in(const llvm::SetVector<llvm::BasicBlock*>& blocks) const;

private:
    struct facts {
        llvm::BitVector read_first, stored, live_in;
    };

    llvm::DenseMap<llvm::BasicBlock*, facts> blocks_;
    unsigned count_;
};

}  // namespace ndweave::compiler
