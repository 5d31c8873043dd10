/// A kernel as the runtime gets it: through the whole pipeline, loaded and called by its entry.
#pragma once

#include <memory>

#include "compiler/target/host/jit.hpp"
#include "machine_code.hpp"

namespace ndweave::compiler::testing {

class product_code {
public:
    /// Compiles for the group's local range, or as a basic kernel, without caches. `flags` are ndw_compile_flag. Throws
    /// std::runtime_error with the compiler's message.
    product_code(const kernel_text& kernel, const work_group& group, ndw_strategy strategy, std::uint32_t flags,
                 bool basic, std::uint32_t functor_size);

    /// Runs the group, or the basic kernel's work-items from the group's first id on. In check mode every access is let
    /// through; throws std::logic_error for a divergent barrier.
    void run(work_group& group, const void* functor) const;

    std::uint32_t strategy() const { return strategy_; }

private:
    std::unique_ptr<host::loaded_code> code_;
    std::uint64_t arena_bytes_;
    std::uint32_t strategy_;
    bool basic_;
};

}  // namespace ndweave::compiler::testing
