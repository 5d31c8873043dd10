/// The host target: machine code for this process.
#pragma once

#include "compiler/target/target.hpp"

namespace ndweave::compiler {

extern const target host_target;

}  // namespace ndweave::compiler
