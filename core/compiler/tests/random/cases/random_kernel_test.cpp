#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>

#include "random_case.hpp"

namespace ndweave::compiler::testing {

namespace {

std::uint64_t environment(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text && *text ? std::strtoull(text, nullptr, 10) : otherwise;
}

constexpr unsigned batches = 4;  // tests of their own, so that ctest can run some at a time

/// Without a wish the same kernels each time, so that a failure in CI speaks of the change and not of chance;
/// NDWEAVE_RANDOM_SEED=fresh draws new ones, as everybody should who changes a pass.
std::uint64_t first_seed() {
    const char* wish = std::getenv("NDWEAVE_RANDOM_SEED");
    if (wish && std::string(wish) == "fresh") return std::random_device()();
    return environment("NDWEAVE_RANDOM_SEED", 20'261'121);
}

void check_kernels(std::uint64_t first, std::uint64_t count) {
    std::printf("%llu random kernels from seed %llu\n", static_cast<unsigned long long>(count),
                static_cast<unsigned long long>(first));
    std::fflush(stdout);
    for (std::uint64_t seed = first; seed != first + count; ++seed) {
        SCOPED_TRACE("reproduce with NDWEAVE_RANDOM_SEED=" + std::to_string(seed) + " NDWEAVE_RANDOM_CASES=1");
        ASSERT_NO_THROW(check_random_case(seed));
    }
}

class RandomKernels : public ::testing::TestWithParam<unsigned> {};

/// NDWEAVE_RANDOM_CASES is how many all batches run together, NDWEAVE_RANDOM_SEED the first one's seed.
TEST_P(RandomKernels, AgreeWithTheInterpreter) {
    const std::uint64_t cases = environment("NDWEAVE_RANDOM_CASES", 300);
    const std::uint64_t begin = cases * GetParam() / batches, end = cases * (GetParam() + 1) / batches;
    check_kernels(first_seed() + begin, end - begin);
}

INSTANTIATE_TEST_SUITE_P(Batch, RandomKernels, ::testing::Range(0u, batches));

TEST(FreshRandomKernels, AgreeWithTheInterpreter) {
    if (std::getenv("NDWEAVE_RANDOM_SEED")) GTEST_SKIP() << "a seed is asked for";
    check_kernels(std::random_device()(), 100);
}

}  // namespace

}  // namespace ndweave::compiler::testing
