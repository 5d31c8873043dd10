/// Libraries for Kokkos Tools: kernel-timer, space-time-stack, memory-events, the connectors of Caliper and Score-P.
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/trace/tools.hpp"

namespace ndweave::detail {

/// Whether NDWEAVE_TOOLS_LIBS names one.
bool names_kokkos_tools();

/// Those of NDWEAVE_TOOLS_LIBS, in its order. Throws errc::invalid, with the library and the reason, where one is none.
tool_list load_kokkos_tools();

/// Calls their functions that come first. Other tools of the list stay as they are.
void initialize_kokkos_tools(const tool_list&);

/// Whether the calling thread is in a function of one.
bool is_in_tool();

/// Kokkos' number of a queue: the kind of device in 8 bits, the device's number in 7, the queue's, from 1, in 17.
std::uint32_t kokkos_device(std::string_view backend, std::uint32_t device, std::uint32_t queue);

}  // namespace ndweave::detail
