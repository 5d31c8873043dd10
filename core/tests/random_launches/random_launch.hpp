/// A random kernel on a device of the library, as a program launches one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/tests/random/campaign/campaign.hpp"
#include "ndweave/ndweave.hpp"

namespace ndweave::testing {

/// What kernels are made for.
struct kernel_target {
    std::vector<std::uint32_t> sub_group_sizes;
    bool contracts = false;  // multiplications with additions, so that products have to be exact
    bool halves = true;

    /// Sub-groups of 8 to 64 where the device has them, else its own.
    static kernel_target of(const device&);
};

/// The seed's kernel as LLVM IR.
std::string random_launch_text(std::uint64_t seed, const kernel_target&);

/// Makes the kernel of the seed, launches it and compares memory with what the serial interpreter makes of it, bit for
/// bit. What the library or its device cannot do counts as refused; any other error is thrown.
/// `module`: LLVM IR in place of the seed's kernel; empty: that.
compiler::testing::case_result check_random_launch(queue&, std::uint64_t seed, const kernel_target&,
                                                   const std::string& module = {});

}  // namespace ndweave::testing
