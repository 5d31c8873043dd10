/// Runs a kernel's machine code for one work-group: as it was written, one fiber a work-item, or as
/// work_item_loop_steps() made it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ndweave::compiler::testing {

struct work_group {
    std::uint32_t local_range[3] = {1, 1, 1};
    std::uint64_t group_id[3] = {0, 0, 0};
    std::uint64_t first_id[3] = {0, 0, 0};  // global id of the first work-item, for basic kernels
    std::uint32_t sub_group_size = 16;
    std::vector<std::uint64_t> local_memory = std::vector<std::uint64_t>(8192);

    std::size_t items() const { return std::size_t{local_range[0]} * local_range[1] * local_range[2]; }

    using entry = void (*)(const void* functor);

    /// One fiber for every work-item; barriers and shuffles switch between them. Throws where work-items wait for those
    /// of the group or of their sub-group who have ended or wait elsewhere.
    void run_items(entry kernel, const void* functor);

    /// One call for the group.
    void run_group(entry kernel, const void* functor, std::uint64_t arena_bytes);
};

/// What the kernel's builtins are linked to: name and address.
struct builtin_symbol {
    const char* name;
    void* address;
};
std::vector<builtin_symbol> builtin_symbols();

}  // namespace ndweave::compiler::testing
