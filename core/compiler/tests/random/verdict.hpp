/// What became of a random kernel, also where the compiler crashed or hung: it is run in a process of its own.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "random_case.hpp"

namespace ndweave::compiler::testing {

enum class outcome { right, wrong, crashed, refused, timed_out, illegal };
constexpr unsigned outcome_count = 6;

const char* name_of(outcome what);

struct verdict {
    outcome what = outcome::right;
    std::string message = {};
};

/// Of what `check` throws, or does not.
verdict judge(const std::function<void()>& check);

/// The same in a child process, which may take so long. Pre: this process has one thread.
verdict judge_in_child(const std::function<void()>& check, std::chrono::seconds limit);

/// Interprets the case's kernel and runs it in one way, in a child process.
verdict judge_way(random_case one, const random_way& way, std::chrono::seconds limit);

/// The step that made it wrong, as far as it can be named.
std::string wrong_step_of(random_case one, const random_way& way, std::chrono::seconds limit);

}  // namespace ndweave::compiler::testing
