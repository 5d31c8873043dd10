/// Exact liveness of SSA values: a value is live where some path leads to a use of it.
///
/// A use by a PHI counts at the end of the incoming block. Holds until the function is changed.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace ndweave::compiler {

class liveness {
public:
    explicit liveness(llvm::Function& function);

    bool live_in(const llvm::Instruction& value, const llvm::BasicBlock& block) const;
    bool live_out(const llvm::Instruction& value, const llvm::BasicBlock& block) const;

    /// Whether both values exist at the same time, so that they cannot share storage.
    bool interfere(const llvm::Instruction& a, const llvm::Instruction& b) const;

private:
    struct blocks {
        llvm::SmallPtrSet<const llvm::BasicBlock*, 4> in, out;
    };

    void add_use(const llvm::Instruction& value, const llvm::Use& use);
    bool live_after_definition(const llvm::Instruction& value, const llvm::Instruction& definition) const;

    llvm::DenseMap<const llvm::Instruction*, blocks> live_;
};

}  // namespace ndweave::compiler
