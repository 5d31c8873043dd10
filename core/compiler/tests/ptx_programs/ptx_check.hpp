/// Runs random programs on a GPU and compares them with what they have to do.
#pragma once

#include "cuda_driver.hpp"

namespace ndweave::compiler::testing {

struct ptx_finding {
    std::string program;  // the smallest one that fails, by name
    std::string example;  // what it did; or what the driver says of its text
};

/// Of the seed's programs those that are wrong, take a second for their few iterations, or are not assembled.
std::vector<ptx_finding> check_ptx_programs(const cuda_driver&, std::uint64_t seed, ptx_spelling);

/// Of one program; it is not made smaller. For where all of them together crash or hang.
std::vector<ptx_finding> check_ptx_program(const cuda_driver&, std::uint64_t seed, std::size_t index, ptx_spelling);

/// The findings in a line, and back.
std::string line_of(const std::vector<ptx_finding>&);
std::vector<ptx_finding> findings_of(const std::string& line);

}  // namespace ndweave::compiler::testing
