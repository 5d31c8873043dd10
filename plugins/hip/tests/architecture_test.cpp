#include <dlfcn.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "hip/architecture.hpp"
#include "hip/instruction_sets.hpp"
#include "plugin.hpp"

namespace ndweave::hip::testing {
namespace {

std::string found_at(std::size_t offset, const char* text) {
    std::array<char, 2000> properties{};
    std::strcpy(properties.data(), "AMD Radeon gfx900 lookalike");  // a device's name is no architecture
    std::memset(properties.data() + 300, 0x67, 50);                 // "ggg…": fields of numbers may hold letters
    std::strcpy(properties.data() + offset, text);
    return architecture_in({properties.data(), properties.size()});
}

TEST(HipArchitecture, IsFoundInEitherLayoutOfTheProperties) {
    constexpr std::size_t rocm_5 = 396, rocm_6 = 1160;  // of gcnArchName
    for (const std::size_t offset : {rocm_5, rocm_6}) {
        EXPECT_EQ(found_at(offset, "gfx90a:sramecc+:xnack-"), "gfx90a:sramecc+:xnack-");
        EXPECT_EQ(found_at(offset, "gfx1030"), "gfx1030");
        EXPECT_EQ(found_at(offset, "gfx9-4-generic"), "gfx9-4-generic");
    }
}

TEST(HipArchitecture, IsEmptyWhereThereIsNone) {
    EXPECT_EQ(found_at(396, ""), "");
    EXPECT_EQ(found_at(396, "gfx"), "");
    EXPECT_EQ(found_at(396, "gfx90a $(reboot)"), "");
    EXPECT_EQ(architecture_in("short"), "");
    EXPECT_EQ(architecture_in(std::string(400, '\0') + "gfx90a"), "");  // no end
}

TEST(HipArchitecture, CompilerKnowsItsOwnOnly) {
    void* library = installed_runtime().empty() ? nullptr : dlopen(installed_runtime().c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) GTEST_SKIP() << "no libamdhip64 here (Debian: libamdhip64-5)";
    for (const char* known : {"gfx906", "gfx90a", "gfx90a:sramecc+:xnack-", "gfx1030"}) {
        EXPECT_EQ(check_architecture(library, known), NDW_OK) << known;
    }
    // hiprtc ends the process over each of these.
    for (const char* unknown : {"", "nonsense", "gfx000", "gfx9999", "gfx906:foo+", "gfx1030:xnack+"}) {
        EXPECT_EQ(check_architecture(library, unknown), NDW_UNSUPPORTED) << unknown;
    }
}

}  // namespace
}  // namespace ndweave::hip::testing
