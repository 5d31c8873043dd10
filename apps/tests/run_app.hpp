/// Runs an app as the harness does, on the test's device (NDWEAVE_DEVICE, else the CPU), once.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "app.hpp"

namespace ndweave::apps::testing {

std::vector<result> run_app(const std::string& name, std::map<std::string, std::string> parameters,
                            const std::string& size = "small");

/// Every row is checked and passed.
void expect_verified(const std::vector<result>& rows);

/// The text of the usage_error that the run must throw.
std::string usage_error_of(const std::string& name, std::map<std::string, std::string> parameters);

/// A file at scratch_path(name) with this content; returns its path.
std::string temporary_file(const std::string& name, const std::string& content);

}  // namespace ndweave::apps::testing
