/// Every kernel that is linked into this program, launched or not.
#pragma once

#include <string>
#include <vector>

#include "ndweave/kernel.hpp"

namespace ndweave::hip::testing {

/// Kernels with bitcode, in the order of their names. Reads the symbol table of the
/// running program, which must not be stripped.
std::vector<const detail::kernel_record*> kernel_records();

}  // namespace ndweave::hip::testing
