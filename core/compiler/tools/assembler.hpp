/// NVIDIA's assembler of PTX, ptxas: a program of the CUDA toolkit.
#pragma once

#include <map>
#include <string>

#include "code/artifact.hpp"

namespace ndweave::code::precompiled {

/// Machine code for `architecture` ("sm_90") of the PTX of the kernels, under the keys that the archive looks for; none
/// where there is no toolkit. What the assembler refuses is left out, and said.
std::map<std::string, entry> assemble(const std::map<std::string, entry>& kernels, const std::string& architecture);

}  // namespace ndweave::code::precompiled
