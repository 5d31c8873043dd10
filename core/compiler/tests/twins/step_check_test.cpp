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

TEST(Steps, KeepWhatRandomKernelsDoAndClaimWhatIsTrue) {
    const std::uint64_t first = environment("NDWEAVE_RANDOM_SEED", 20'261'122);
    const std::uint64_t cases = environment("NDWEAVE_RANDOM_CASES", 60);
    step_counts all;
    for (std::uint64_t seed = first; seed != first + cases; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        try {
            const step_counts one = check_steps(seed, 64);
            all.run += one.run;
            all.unknown += one.unknown;
        } catch (const std::exception& e) {
            ADD_FAILURE() << e.what();
        }
    }
    std::printf("%u run, %u unknown\n", all.run, all.unknown);
}

}  // namespace

}  // namespace ndweave::compiler::testing
