/// How NVTX, version 3, finds the profiler that NVTX_INJECTION64_PATH names, and what that gives: the part that this
/// library plays, which programs have from NVIDIA's header (its nvtxDetail/nvtxTypes.h has the numbers). The profiler's
/// function InitializeInjectionNvtx2 gets a function that finds tables; through them it sets the functions that are
/// called from then on.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ndweave::detail::nvtx {

inline constexpr std::uint32_t version = 3;

using function = void (*)();

/// Of functions that the profiler may set, and how many places each has; the first is no function.
enum module : std::uint32_t { core = 1, cuda = 2, opencl = 3, cuda_runtime = 4, core2 = 5, sync = 6 };
inline constexpr std::uint32_t module_sizes[] = {0, 16, 9, 15, 7, 16, 7};

/// Places of those that are called here.
inline constexpr std::uint32_t name_os_thread = 14;    // core
inline constexpr std::uint32_t domain_range_push = 4;  // core2
inline constexpr std::uint32_t domain_range_pop = 5;   // core2
inline constexpr std::uint32_t domain_create = 12;     // core2

enum table : std::uint32_t { callbacks = 1, version_info = 3 };

struct callback_table {
    std::size_t struct_size;
    /// Gives the places of a module's functions and their number; 0 where there is no such module.
    int (*get_functions)(std::uint32_t module, function*** places, unsigned* size);
};

struct version_table {
    std::size_t struct_size;
    std::uint32_t version;
    std::uint32_t reserved;
    void (*set_version_of_profiler)(std::uint32_t version);
};

using find_table = const void*(std::uint32_t table);
/// 0: the profiler wants to hear of nothing.
using initialize = int(find_table*);

enum message_kind : std::int32_t { ascii = 1 };
enum payload_kind : std::int32_t { no_payload = 0, unsigned_64 = 1 };

struct event_attributes {
    std::uint16_t version;
    std::uint16_t size;
    std::uint32_t category;
    std::int32_t color_kind;
    std::uint32_t color;
    std::int32_t payload;
    std::int32_t reserved;
    std::uint64_t payload_value;
    std::int32_t message;
    const char* message_text;
};
static_assert(sizeof(event_attributes) == 48);

struct domain;
using create_domain = domain*(const char* name);
using push_range = int(domain*, const event_attributes*);
using pop_range = int(domain*);
using name_thread = void(std::uint32_t thread, const char* name);

}  // namespace ndweave::detail::nvtx
