/// Passes that do nothing in this process, by NDWEAVE_LEAVE_OUT_PASSES: what does an optimization gain, and does a
/// kernel that is wrong become right without it?
#pragma once

#include <string>
#include <vector>

namespace ndweave::compiler {

/// In their order.
std::vector<std::string> left_out_passes();

/// What is wrong with the variable: that it names a pass that does not exist; empty where nothing is.
std::string problem_of_left_out_passes();

}  // namespace ndweave::compiler
