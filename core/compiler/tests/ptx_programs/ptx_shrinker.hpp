/// Makes a failing program small.
#pragma once

#include <functional>

#include "ptx_program.hpp"

namespace ndweave::compiler::testing {

/// Of `program`, which fails, the first simpler one that fails, and of that again, until all simpler ones are right.
ptx_program::pointer smallest_failing(ptx_program::pointer program,
                                      const std::function<bool(const ptx_program&)>& fails);

}  // namespace ndweave::compiler::testing
