/// Ways to make less of a kernel's IR: each removes a part of what it stands for. The result means something else, but
/// is well formed.
#pragma once

#include <llvm/IR/Module.h>

#include <optional>
#include <string>

namespace ndweave::compiler::testing {

enum class reduction { drop_lines, take_first_branch, take_last_branch, drop_effect, drop_value, take_operand };
constexpr reduction all_reductions[] = {reduction::drop_lines,       reduction::take_first_branch,
                                        reduction::take_last_branch, reduction::drop_effect,
                                        reduction::drop_value,       reduction::take_operand};

/// How many places there are for it.
unsigned places_for(reduction kind, const std::string& module);

/// The module with the places from number `first` on to `last` (exclusive) reduced, and cleaned of what is not used
/// any more; none where that gives nothing valid or nothing else.
std::optional<std::string> reduced(reduction kind, const std::string& module, unsigned first, unsigned last);

}  // namespace ndweave::compiler::testing
