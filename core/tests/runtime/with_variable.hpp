/// Variables of the environment in tests.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace ndweave::testing {

/// A variable that is set for a scope, and as it was afterwards. An empty one counts as not set.
class with_variable {
public:
    with_variable(const char* name, const std::string& value) : name_(name) {
        if (const char* const before = std::getenv(name)) before_ = before;
        setenv(name, value.c_str(), 1);
    }
    ~with_variable() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }
    with_variable(const with_variable&) = delete;
    with_variable& operator=(const with_variable&) = delete;

private:
    const char* const name_;
    std::optional<std::string> before_;
};

}  // namespace ndweave::testing
