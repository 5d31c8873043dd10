/// What a kernel's prefetches fetch.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {

struct fetched_address {
    std::uintptr_t address;
    bool to_write;
};

/// The addresses that the code after `step` of the pipeline prefetches in a launch of `items` work-items, in their
/// order. `local_bytes` of local memory a group.
std::vector<fetched_address> addresses_fetched(const std::string& step, const ir_kernel& kernel, const void* functor,
                                               std::uint64_t items, std::size_t local_bytes);

/// A number of the kernel's report, as text; "none" where it has no such member.
std::string number_in_report(const std::string& member, const host_kernel& kernel);

}  // namespace ndweave::compiler::testing
