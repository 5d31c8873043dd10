/// Machine code of a kernel's module in this process.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "compiler/passes/work_item_loops.hpp"
#include "kernel_text.hpp"
#include "work_group.hpp"

namespace llvm::orc {
class LLJIT;  // its header takes longer to parse than most tests take to compile
}

namespace ndweave::compiler::testing {

class machine_code {
public:
    machine_code();
    machine_code(machine_code&&) noexcept;
    machine_code& operator=(machine_code&&) noexcept;
    ~machine_code();

    /// The kernel of one work-item, unoptimised, linked to `builtins`.
    static machine_code of_item(const kernel_text& kernel,
                                const std::vector<builtin_symbol>& builtins = builtin_symbols());

    /// The kernel of one work-group, through work_item_loop_steps() and O3 for this processor. Throws
    /// std::runtime_error with the pass's error.
    static machine_code of_group(const kernel_text& kernel, const work_group& group, std::uint32_t functor_size);

    work_group::entry entry = nullptr;
    work_item_loop_result result;  // of_group

private:
    std::unique_ptr<llvm::orc::LLJIT> jit_;
};

}  // namespace ndweave::compiler::testing
