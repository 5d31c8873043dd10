/// A kernel as the runtime gets it: through the whole pipeline, loaded and called by its entry.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "code/loaded_image.hpp"
#include "compiler/tests/passes/machine_code.hpp"

namespace ndweave::compiler {
class step_observer;
}

namespace ndweave::compiler::testing {

/// What came out is not what it must be.
struct wrong_result : std::logic_error {
    using std::logic_error::logic_error;
};

struct product_options {
    ndw_strategy strategy = NDW_STRATEGY_AUTO;
    std::uint32_t flags = 0;  // ndw_compile_flag
    bool basic = false;
    std::uint32_t functor_size = 0;
    std::uint32_t pointer_alignment = 1;                            // bytes
    std::vector<std::pair<std::uint32_t, std::string>> captures{};  // constants: offsets in the functor, their bytes
    /// With NDW_COMPILE_DISTINCT_POINTERS: offsets of pointers in the functor, and which allocation each leads into.
    std::map<std::uint32_t, std::size_t> pointers{};
};

/// Compiles for the group's local range, or as a basic kernel, without caches and without looking long for fast code.
/// The observer is told of each step; what it throws comes out, and std::runtime_error with the compiler's message.
void compile_watched(const kernel_text& kernel, const work_group& group, const product_options& options,
                     step_observer& observer);

/// The launch and the box that an entry is called with to run the group, or the basic kernel's work-items from the
/// group's first id on.
std::pair<ndw_host_launch, ndw_host_box> call_for(const work_group& group, bool basic, const void* functor);

class product_code {
public:
    using memory = std::span<const std::byte>;

    /// Compiles for the group's local range, or as a basic kernel, without caches. Throws std::runtime_error with the
    /// compiler's message.
    product_code(const kernel_text& kernel, const work_group& group, const product_options& options);

    /// Runs the group, or the basic kernel's work-items from the group's first id on. Throws wrong_result where
    /// check mode complains: of a divergent barrier, of an access outside of the functor, local memory and `reachable`.
    void run(work_group& group, const void* functor, std::span<const memory> reachable) const;

    /// The first step of the compiler behind which `is_right` denies (find_wrong_step.hpp); empty where it never does.
    /// Of the steps up to the one that makes work-items loops, none is tried.
    static std::string wrong_step(const kernel_text& kernel, const work_group& group, const product_options& options,
                                  const std::function<bool(const product_code&)>& is_right);

private:
    product_code(const ndw_compiled_kernel& made, const product_options& options);

    std::unique_ptr<code::loaded_image> code_;
    ndw_host_entry entry_;
    std::uint64_t arena_bytes_, functor_bytes_;
    bool basic_;
};

}  // namespace ndweave::compiler::testing
