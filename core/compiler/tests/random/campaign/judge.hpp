/// What became of a random kernel, also where the compiler crashes or hangs: it is run in a process of its own.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "campaign.hpp"
#include "compiler/tests/random/cases/random_case.hpp"

namespace ndweave::compiler::testing {

/// Of what `check` throws, or does not: a wrong_result is wrong, anything else has failed, so that a kernel that the
/// compiler refuses has, too. The detail is one line.
case_result judge(std::uint64_t seed, const std::function<void()>& check);

/// The same in a child process, which may take so long. Pre: this process has one thread.
case_result judge_in_child(std::uint64_t seed, const std::function<void()>& check, std::chrono::seconds limit);

/// Interprets the case's kernel and runs it in one way, in a child process.
case_result judge_way(random_case one, const random_way& way, std::chrono::seconds limit);

/// The step that made it wrong; empty where none can be named.
std::string wrong_step_of(random_case one, const random_way& way, std::chrono::seconds limit);

}  // namespace ndweave::compiler::testing
