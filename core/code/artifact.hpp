/// What the kernel compiler makes of a kernel, and what caches keep.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/abi.h"

namespace ndweave::code {

/// By a target.
struct artifact {
    std::string code;        // text; for the host an encoded code_image
    std::string entry_name;  // symbol of the kernel in `code`
    std::vector<ndw_parameter> parameters;
    // Of the device's launches; see ndw_compiled_kernel.
    std::vector<std::uint32_t> aligned_pointers;
    std::vector<std::uint32_t> distinct_pointers;
    std::uint32_t written_pointer_count = 0;
    std::uint32_t written_pointers_apart = 0;
    std::uint32_t coarsening = 1;
    std::uint32_t items_in_loops = 0;
    std::uint32_t direct = 0;
    std::uint32_t strategy = 0;  // ndw_strategy; host only
    std::string reason;          // why this strategy; host only
    std::uint64_t arena_bytes = 0;
    std::uint32_t scratch_bytes = 0;
    std::vector<ndw_local_array> local_arrays;         // the front's
    std::uint32_t local_bytes = 0;                     // the front's
    std::vector<ndw_functor_bytes> deciding_captures;  // the front's
    std::uint32_t uses_barrier = 0;
    std::uint32_t sub_group_size = 0;
    std::uint32_t depends_on = 0;  // ndw_dependence; kernels of one work-item only
};

/// By a compilation.
struct entry {
    artifact made;
    std::string report;            // JSON
    std::uint64_t made_in_us = 0;  // processor time of the compilation
};

/// As bytes, and back; nothing where the bytes are not a whole entry.
std::string encode(const entry&);
std::optional<entry> decode_entry(std::string_view bytes);

}  // namespace ndweave::code
