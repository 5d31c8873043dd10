/// What libraries for Kokkos Tools have and take: the functions that they export as kokkosp_…, of which each may be
/// absent (Kokkos Tools, "Profiling Hooks"; interface of 2024-09-06).
#pragma once

#include <cstdint>

namespace ndweave::detail {

inline constexpr std::uint64_t kokkos_interface_version = 20240906;

struct kokkos_space {
    char name[64];
};

struct kokkos_settings {
    bool requires_global_fencing;
    bool padding[255];
};

/// What a tool may call.
struct kokkos_actions {
    void (*fence)(std::uint32_t device);
    void (*padding[31])();
};

using kokkos_begin = void(const char* name, std::uint32_t device, std::uint64_t* id);
using kokkos_end = void(std::uint64_t id);
using kokkos_data = void(kokkos_space, const char* label, const void* pointer, std::uint64_t bytes);

struct kokkos_functions {
    void (*init_library)(int sequence, std::uint64_t version, std::uint32_t device_count, void* devices);
    void (*finalize_library)();
    void (*request_tool_settings)(std::uint32_t count, kokkos_settings*);
    void (*provide_tool_programming_interface)(std::uint32_t count, kokkos_actions);
    void (*parse_args)(int count, char** arguments);
    kokkos_begin *begin_parallel_for, *begin_parallel_reduce, *begin_fence;
    kokkos_end *end_parallel_for, *end_parallel_reduce, *end_fence;
    void (*push_profile_region)(const char* name);
    void (*pop_profile_region)();
    kokkos_data *allocate_data, *deallocate_data;
    void (*begin_deep_copy)(kokkos_space to, const char* to_label, const void* to_pointer, kokkos_space from,
                            const char* from_label, const void* from_pointer, std::uint64_t bytes);
    void (*end_deep_copy)();
};

}  // namespace ndweave::detail
