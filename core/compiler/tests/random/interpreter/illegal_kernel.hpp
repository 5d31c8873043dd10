/// A kernel that breaks the rules that random kernels keep (README.md): whatever a compiler makes of it is right.
#pragma once

#include <stdexcept>

namespace ndweave::compiler::testing {

struct illegal_kernel : std::logic_error {
    using std::logic_error::logic_error;
};

}  // namespace ndweave::compiler::testing
