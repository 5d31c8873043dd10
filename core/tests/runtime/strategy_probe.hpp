/// Tests that run the program strategy_probe, whose kernels the compiler makes; without extracted kernels they skip.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "ndweave/reports/compiler_report.hpp"
#include "support/command.hpp"

namespace ndweave::tests {

class StrategyProbe : public ::testing::Test {
protected:
    void SetUp() override {
        if (!kernel_compiler_report().problem.empty()) {
            GTEST_SKIP() << "kernels are not extracted in this build: " << kernel_compiler_report().problem;
        }
    }

    /// What it says with these variables, `NAME=VALUE` with blanks between them, in its environment.
    static std::string probe(const std::string& variables, const std::string& strategy) {
        const support::command_result run = support::run_command(variables + " " NDWEAVE_STRATEGY_PROBE " " + strategy);
        EXPECT_EQ(run.status, 0) << run.output;
        return run.output;
    }
};

}  // namespace ndweave::tests
