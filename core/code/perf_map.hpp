/// Names of machine code for Linux' perf, which NDWEAVE_PERF=1 asks for: the file /tmp/perf-PID.map, a line for each
/// kernel (Linux, tools/perf/Documentation/jit-interface.txt).
#pragma once

#include <cstddef>
#include <string>

namespace ndweave::code {

/// Read once; not in set-user-id programs.
bool has_perf_map();

/// Pre: has_perf_map(), and what runs at these addresses stays there or nothing ever does. Once for each address. One
/// thread at a time. The child of a fork has a file of its own, of what it loads itself; perf knows what it has from
/// its parent. Throws std::runtime_error with the file and the reason where it cannot be written.
void add_to_perf_map(const void* code, std::size_t bytes, const std::string& name);

}  // namespace ndweave::code
