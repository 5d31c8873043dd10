/// What is said of a construct that a target cannot do.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "compiler/tests/host_kernel.hpp"
#include "construct_kernel.hpp"

namespace ndweave::compiler::testing {

/// Whether the compiler refused `c`, a kernel of its own, before it made code, and said what and where it is.
inline ::testing::AssertionResult is_refusal(const outcome& made, const construct& c) {
    if (made.kernel != nullptr) return ::testing::AssertionFailure() << c.name << " compiles";
    const auto says = [&](const char* part) { return made.message.find(part) != std::string::npos; };
    const bool is_early = made.status == NDW_COMPILE_UNSUPPORTED && !says("code generator");
    if (is_early && says(" cannot run on target ") && says("(construct.cpp:")) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << c.name << ": " << made.message;
}

}  // namespace ndweave::compiler::testing
