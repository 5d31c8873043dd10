/// Looks at every access before it happens: it must be to memory that the kernel has, aligned as it promises, and
/// write nothing that is constant. Ends runs that go on for too long, too: a loop that is called finite and is not.
#pragma once

#include <span>
#include <vector>

#include "compiler/tests/random/interpreter/run_observer.hpp"

namespace ndweave::compiler::testing {

class memory_watch : public run_observer {
public:
    using memory = std::span<const std::byte>;

    struct area {
        memory bytes;
        bool writable;
    };

    /// What the runs to come may touch beside their variables.
    void allow(std::vector<area> areas) { areas_ = std::move(areas); }

    void begins(const work_group&, std::size_t items) override;
    void executes(const running_item&, const llvm::Instruction&) override;
    void computes(const running_item&, const llvm::Instruction&, std::uint64_t value) override;

private:
    /// Instructions of a run: far more than any kernel of the tests needs.
    static constexpr std::uint64_t most_instructions = 200'000'000;

    std::vector<area> areas_;
    void allow_tables(const running_item& item, const llvm::Module& module);

    std::uint64_t scratch_bytes_ = 0;
    std::vector<memory> variables_;  // of this run
    std::uint64_t executed_ = 0;
};

}  // namespace ndweave::compiler::testing
