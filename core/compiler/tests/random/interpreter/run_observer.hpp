/// Looks on while the interpreter runs a kernel: for checks of what passes and analyses say of it.
#pragma once

#include <llvm/IR/Instructions.h>

#include <cstdint>

#include "compiler/tests/passes/work_group.hpp"

namespace ndweave::compiler::testing {

/// A work-item at work; where a function runs for a whole group, the only one.
class running_item {
public:
    virtual ~running_item() = default;

    /// Linear id among those that run together.
    virtual std::size_t number() const = 0;

    /// What the argument, constant or instruction is at the moment.
    virtual std::uint64_t value(const llvm::Value&) const = 0;
};

class run_observer {
public:
    virtual ~run_observer() = default;

    /// Before the first of so many work-items begins; one for the whole group where the function runs that.
    virtual void begins(const work_group&, std::size_t /*items*/) {}

    /// `from` is null where the work-item begins; PHIs of `to` still have the values of their block's last visit.
    virtual void enters(const running_item&, const llvm::BasicBlock* /*from*/, const llvm::BasicBlock& /*to*/) {}

    /// Before the instruction, which is no PHI, has an effect.
    virtual void executes(const running_item&, const llvm::Instruction&) {}

    /// After an instruction that has a value.
    virtual void computes(const running_item&, const llvm::Instruction&, std::uint64_t /*value*/) {}

    /// All work-items wait at a barrier, or all are done.
    virtual void meets() {}
};

}  // namespace ndweave::compiler::testing
