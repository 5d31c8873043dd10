// Every construct compiles, links and computes right on the processor, or is refused with its line.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "compiler/codegen/host/machine.hpp"
#include "compiler/tests/host_kernel.hpp"
#include "construct_kernel.hpp"
#include "construct_run.hpp"
#include "refusal.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr unsigned items = 67;
constexpr std::size_t members_of_a_kernel = 20;

void expect_right(std::span<const construct> members, std::uint32_t flags, bool quick) {
    construct_run run(members, items);
    try {
        run.compile_and_run(flags, quick ? "wrap" : nullptr);
        run.expect_right();
    } catch (const std::runtime_error& refused) {
        if (members.size() == 1) {
            ADD_FAILURE() << members[0].name << ": " << refused.what();
        } else {
            for (std::size_t k = 0; k < members.size(); ++k) expect_right(members.subspan(k, 1), flags, quick);
        }
    }
}

/// Sixteen bytes at once are not everywhere.
bool is_possible(const construct_family& family) {
    return family.name != "atomics of i128" || host::target_cpu().has("cx16");
}

void expect_right(const std::vector<construct_family>& families, std::uint32_t flags, bool quick) {
    for (const construct_family& family : families) {
        if (!is_possible(family)) continue;
        SCOPED_TRACE(family.name);
        const std::span<const construct> all = family.members;
        for (std::size_t k = 0; k < all.size(); k += members_of_a_kernel)
            expect_right(all.subspan(k, std::min(members_of_a_kernel, all.size() - k)), flags, quick);
    }
}

outcome compile_alone(const construct& c) {
    const ir_kernel kernel(kernel_of({&c, 1}));
    return compile_request(kernel.request);
}

TEST(HostConstructs, IntegersComputeRight) { expect_right(integer_families(), 0, false); }
TEST(HostConstructs, FloatsComputeRight) { expect_right(float_families(), 0, false); }
TEST(HostConstructs, ConversionsComputeRight) { expect_right(conversion_families(), 0, false); }
TEST(HostConstructs, AtomicsCompile) { expect_right(atomic_families(), 0, false); }
TEST(HostConstructs, LibraryFunctionsCompile) { expect_right(library_families(), 0, false); }

TEST(HostConstructs, ComputeRightInCheckMode) { expect_right(families_that_differ(), NDW_COMPILE_CHECK, true); }
TEST(HostConstructs, ComputeRightWithoutOptimization) { expect_right(families_that_differ(), 0, true); }

/// This program again, as for another processor.
class OtherProcessors : public ::testing::TestWithParam<const char*> {};

TEST_P(OtherProcessors, ComputeRight) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        ::setenv("NDWEAVE_CPU_NAME", GetParam(), 1);
        ::execl("/proc/self/exe", "self", "--gtest_brief=1",
                "--gtest_filter=HostConstructs.ComputeRightWithoutOptimization", nullptr);
        _exit(127);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "status " << status;
}

INSTANTIATE_TEST_SUITE_P(HostConstructs, OtherProcessors,
                         ::testing::Values("x86-64", "haswell", "znver3", "sapphirerapids"));

TEST(HostConstructs, ThatNobodyHasAreRefusedWithTheirLine) {
    for (const construct& c : refused_everywhere().members) {
        const outcome made = compile_alone(c);
        EXPECT_TRUE(is_refusal(made, c));
        if (made.kernel != nullptr) code::cache::release_kernel(made.kernel);
    }
}

TEST(HostConstructs, OfProcessorsAreNotRefused) {
    for (const construct& c : refused_on_gpus().members) {
        const outcome made = compile_alone(c);
        EXPECT_NE(made.kernel, nullptr) << c.name << ": " << made.message;
        if (made.kernel != nullptr) code::cache::release_kernel(made.kernel);
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing
