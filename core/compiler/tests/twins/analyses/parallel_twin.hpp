/// What llvm.loop.parallel_accesses says of loops, against a run: no iteration touches memory that another one writes,
/// as far as the accesses belong to the groups that the loop names.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <vector>

#include "compiler/tests/random/interpreter/run_observer.hpp"
#include "compiler/tests/twins/watches/loop_clock.hpp"

namespace ndweave::compiler::testing {

class parallel_twin : public run_observer {
public:
    explicit parallel_twin(llvm::Function& function);

    void begins(const work_group&, std::size_t items) override;
    void enters(const running_item& item, const llvm::BasicBlock* from, const llvm::BasicBlock& to) override {
        clock_.enter(item.number(), from, to);
    }
    void executes(const running_item&, const llvm::Instruction&) override;

private:
    static constexpr std::uint64_t none = ~std::uint64_t{0}, many = none - 1;

    struct byte_use {
        std::uint64_t written = none, read = none;  // iterations
        const llvm::Instruction* by = nullptr;      // the last one
    };
    struct parallel_loop {
        const llvm::Loop* loop;
        llvm::SmallPtrSet<const llvm::MDNode*, 2> groups;
        std::uint64_t entered = none;
        llvm::DenseMap<std::uint64_t, byte_use> bytes;  // since then
    };

    static bool belongs(const llvm::Instruction&, const parallel_loop&);
    static void touch(byte_use&, const llvm::Instruction&, bool writes, std::uint64_t iteration);

    loop_clock clock_;
    std::vector<parallel_loop> parallel_;
};

}  // namespace ndweave::compiler::testing
