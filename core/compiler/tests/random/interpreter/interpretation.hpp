/// What a kernel's rules and its meaning make of memory.
#pragma once

#include "compiler/tests/random/cases/random_setting.hpp"

namespace ndweave::compiler::testing {

/// Runs all groups of the setting by the serial interpreter, under the rules of README.md. Throws illegal_kernel where
/// the kernel breaks one.
random_memory interpret(const random_setting& setting, const kernel_text& kernel);

/// Throws illegal_kernel where the kernel makes something else of memory at other addresses than `made`, which is at
/// some: what is left of a kernel that lost a part may.
void expect_same_elsewhere(const random_setting& setting, const kernel_text& kernel, const random_memory& made);

}  // namespace ndweave::compiler::testing
