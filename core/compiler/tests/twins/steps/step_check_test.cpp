#include "step_check.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace ndweave::compiler::testing {

namespace {

std::uint64_t environment(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text && *text ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// Without a wish the same kernels each time, and small groups of them; one kernel that is asked for has any size.
/// NDWEAVE_RANDOM_CASES is how many, NDWEAVE_RANDOM_SEED the first one's seed, as for the random kernels.
TEST(CompilationSteps, KeepWhatRandomKernelsDoAndClaimWhatIsTrue) {
    const std::uint64_t first = environment("NDWEAVE_RANDOM_SEED", 20'261'122);
    const std::uint64_t cases = environment("NDWEAVE_RANDOM_CASES", 120);
    const std::size_t most_items = cases == 1 ? SIZE_MAX : 64;
    step_counts all;
    for (std::uint64_t seed = first; seed != first + cases; ++seed) {
        SCOPED_TRACE("reproduce with NDWEAVE_RANDOM_SEED=" + std::to_string(seed) + " NDWEAVE_RANDOM_CASES=1");
        try {
            const step_counts one = check_steps(seed, most_items);
            all.run += one.run;
            all.unknown += one.unknown;
        } catch (const std::exception& wrong) {
            ADD_FAILURE() << wrong.what();
        }
    }
    EXPECT_GT(all.run, 0u);
    EXPECT_LE(all.unknown, all.run / 10) << "the interpreter cannot run much of what the steps leave";
}

}  // namespace

}  // namespace ndweave::compiler::testing
