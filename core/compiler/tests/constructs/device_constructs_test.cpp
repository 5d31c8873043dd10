// Every construct becomes text for GPUs, or is refused with its line: LLVM ends the process over code that it cannot
// generate, and calls functions that no GPU has.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>

#include "compiler/tests/host_kernel.hpp"
#include "construct_kernel.hpp"
#include "refusal.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr std::size_t members_of_a_kernel = 20;

struct device_target {
    const char* name;
    ndw_target target;
    const char* arch;
    std::uint32_t flags = 0;

    void operator()(ndw_compile_request& request) const {
        request.variant.target = target;
        request.arch = arch;
        request.variant.flags = flags;
        request.variant.local_range[0] = 32;
        request.functor_size = members_of_a_kernel * pointers_of_construct * 8;
    }
};

void PrintTo(const device_target& target, std::ostream* out) { *out << target.name; }

/// What LLVM makes of a call of a function that GPUs have not.
bool calls_a_register(const std::string& ptx) {
    for (std::size_t at = ptx.find("call"); at != std::string::npos; at = ptx.find("call", at + 1)) {
        const std::string statement = ptx.substr(at, ptx.find(';', at) - at);
        if (statement.starts_with("call.uni") && statement.find('%') != std::string::npos) return true;
    }
    return false;
}

outcome compile_for(const device_target& target, std::span<const construct> members) {
    ir_kernel kernel(kernel_of(members));
    target(kernel.request);
    const outcome made = compile_request(kernel.request);
    if (made.kernel == nullptr) return made;
    if (target.target == NDW_TARGET_PTX) EXPECT_FALSE(calls_a_register(made.kernel->code)) << members[0].name;
    code::cache::release_kernel(made.kernel);
    return made;
}

/// Mathematics needs NVIDIA's library, which is not everywhere.
bool is_refused(const outcome& made) {
    return made.kernel == nullptr && made.message.find("libdevice") == std::string::npos;
}

/// How many of `members` are refused.
std::size_t refused_of(const device_target& target, std::span<const construct> members) {
    if (compile_for(target, members).kernel != nullptr) return 0;
    std::size_t refused = 0;
    for (const construct& c : members) {
        const outcome made = compile_for(target, {&c, 1});
        if (!is_refused(made)) continue;
        EXPECT_TRUE(is_refusal(made, c));
        ++refused;
    }
    return refused;
}

std::size_t refused_of(const device_target& target, const construct_family& family) {
    SCOPED_TRACE(family.name);
    const std::span<const construct> all = family.members;
    std::size_t refused = 0;
    for (std::size_t k = 0; k < all.size(); k += members_of_a_kernel)
        refused += refused_of(target, all.subspan(k, std::min(members_of_a_kernel, all.size() - k)));
    return refused;
}

constexpr device_target ptx{"PTX", NDW_TARGET_PTX, "sm_90"};
constexpr device_target old_ptx{"old_PTX", NDW_TARGET_PTX, "sm_70"};
constexpr device_target opencl_c{"OpenCL_C", NDW_TARGET_OPENCL_C, nullptr};
constexpr device_target opencl_c_for_processors{"OpenCL_C_for_processors", NDW_TARGET_OPENCL_C, nullptr,
                                                NDW_COMPILE_ITEMS_IN_LOOPS};
constexpr device_target hip_cpp{"HIP_Cpp", NDW_TARGET_HIP_CPP, "gfx90a"};

class DeviceConstructs : public ::testing::TestWithParam<device_target> {};

TEST_P(DeviceConstructs, ThatNobodyHasAreRefusedWithTheirLine) {
    for (const construct_family& family : {refused_everywhere(), refused_on_gpus()})
        EXPECT_EQ(refused_of(GetParam(), family), family.members.size());
}

INSTANTIATE_TEST_SUITE_P(Target, DeviceConstructs,
                         ::testing::Values(ptx, old_ptx, opencl_c, opencl_c_for_processors, hip_cpp),
                         [](const auto& test) { return std::string(test.param.name); });

/// long double is refused in families of that name.
TEST(AllConstructs, BecomePtx) {
    for (const construct_family& family : all_families()) {
        const std::size_t refused = refused_of(ptx, family);
        const bool is_complete = family.name.find("x86_fp80") == std::string::npos &&
                                 !family.name.starts_with("between floats") && family.name != "atomics of i128";
        if (is_complete) EXPECT_EQ(refused, 0u) << family.name;
    }
}

TEST(AllConstructs, BecomeOldPtx) {
    for (const construct_family& family : families_that_differ()) refused_of(old_ptx, family);
}

TEST(AllConstructs, BecomeOpenCLCOrAreRefusedWithTheirLine) {
    for (const construct_family& family : all_families()) refused_of(opencl_c, family);
}

TEST(AllConstructs, BecomeOpenCLCForProcessorsOrAreRefusedWithTheirLine) {
    for (const construct_family& family : library_families()) refused_of(opencl_c_for_processors, family);
    for (const construct_family& family : atomic_families()) refused_of(opencl_c_for_processors, family);
}

TEST(AllConstructs, BecomeHipCppOrAreRefusedWithTheirLine) {
    for (const construct_family& family : conversion_families()) refused_of(hip_cpp, family);
    for (const construct_family& family : library_families()) refused_of(hip_cpp, family);
}

}  // namespace
}  // namespace ndweave::compiler::testing
