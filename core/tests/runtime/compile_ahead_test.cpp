// Kernels that the program will launch next are compiled while a launch waits for its own.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <thread>
#include <utility>

#include "ndweave/ndweave.hpp"
#include "ndweave/reports/compiler_report.hpp"
#include "runtime/with_variable.hpp"
#include "support/temporary_folder.hpp"

namespace ndweave::tests {
namespace {

namespace files = std::filesystem;

constexpr std::size_t n = 100;
constexpr int kernel_count = 24;

/// A kernel of its own for each number. Whether it ran right.
template <int Number>
bool launch_one(queue& q) {
    int* const x = malloc_shared<int>(n, q);
    q.parallel_for(range<1>(n), [=](id<1> i) { x[i] = static_cast<int>(i[0]) * (Number + 2) + Number; }).wait();
    bool right = true;
    for (std::size_t i = 0; i < n; ++i) right &= x[i] == static_cast<int>(i) * (Number + 2) + Number;
    free(x, q);
    return right;
}

template <int... Numbers>
constexpr auto launches_of(std::integer_sequence<int, Numbers...>) {
    return std::array{&launch_one<Numbers>...};
}

constexpr auto launches = launches_of(std::make_integer_sequence<int, kernel_count>());

/// With an empty cache.
class CompileAhead : public ::testing::Test {
protected:
    void SetUp() override {
        if (!kernel_compiler_report().problem.empty()) {
            GTEST_SKIP() << "kernels are not extracted in this build: " << kernel_compiler_report().problem;
        }
    }

    /// How many files are in the cache, with what is compiled now. `launch`: of a kernel that was launched.
    std::ptrdiff_t compiled(queue& q, bool (*launch)(queue&)) const {
        detail::finish_compiling_ahead();
        launch(q);  // behind which the cache is written
        return std::distance(files::directory_iterator(folder.path()), files::directory_iterator());
    }

    const support::temporary_folder folder;
    const testing::with_variable cache{"NDWEAVE_CACHE_DIR", folder.path().string()};
    const testing::with_variable ahead{"NDWEAVE_COMPILE_AHEAD", "1"}, threads{"NDWEAVE_CPU_THREADS", ""};
};

TEST_F(CompileAhead, NotWhereItIsSwitchedOff) {
    const testing::with_variable never("NDWEAVE_COMPILE_AHEAD", "0");
    queue q{device("cpu")};
    EXPECT_TRUE(launch_one<100>(q));
    const std::ptrdiff_t one = compiled(q, launch_one<100>);
    EXPECT_TRUE(launch_one<101>(q) && launch_one<102>(q));
    EXPECT_EQ(compiled(q, launch_one<100>), one + 2);
}

TEST_F(CompileAhead, NextKernelsAreThereAndRight) {
    if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "there is no other processor to compile on";
    queue q{device("cpu")};
    EXPECT_TRUE(launches[0](q));
    std::ptrdiff_t launched = 1, there = compiled(q, launches[0]);
    const std::ptrdiff_t others = 1;  // that the program has been run stands there, too
    // A launch may be over before another thread has begun: then the next one shows it.
    for (; launched < kernel_count && there <= launched + others; there = compiled(q, launches[0])) {
        EXPECT_TRUE(launches[static_cast<std::size_t>(launched++)](q));
    }
    EXPECT_GT(there, launched + others);
    for (const auto launch : launches) EXPECT_TRUE(launch(q));
}

}  // namespace
}  // namespace ndweave::tests
