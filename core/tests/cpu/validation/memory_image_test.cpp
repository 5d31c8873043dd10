// What validation considers equal.
#include "cpu/validation/memory_image.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace ndweave::detail {
namespace {

constexpr std::uint32_t floats = 4 * NDW_CHECK_ELEMENT | NDW_CHECK_FLOAT | NDW_CHECK_WRITE;
constexpr std::uint32_t integers = 4 * NDW_CHECK_ELEMENT | NDW_CHECK_WRITE;
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

/// An allocation of 64 numbers that a kernel's first capture points to.
class MemoryImage : public ::testing::Test {
protected:
    MemoryImage() {
        allocation_map::instance().insert({address(0), sizeof memory, usm_kind::shared, nullptr});
        record.functor_size = sizeof capture;
    }
    ~MemoryImage() override { allocation_map::instance().take(memory); }

    std::uintptr_t address(int i) const { return reinterpret_cast<std::uintptr_t>(memory + i); }

    /// The reference writes `value` to number `i`.
    void write(memory_image& image, int i, float value, std::uint32_t what = floats) {
        image.note(address(i), 4, what, "kernel.cpp:7");
        memory[i] = value;
    }

    float memory[64] = {};
    const float* capture = memory;
    kernel_record record{};
    launch l{&record, &capture, {64, 1, 1}, {0, 0, 0}, 0, {}};
};

TEST_F(MemoryImage, PutsBackWhatWasThere) {
    memory[3] = 5;
    memory_image image(l);
    write(image, 3, 6);
    image.capture_expected();
    EXPECT_EQ(memory[3], 5);
    image.restore_expected();
    EXPECT_EQ(memory[3], 6);
    EXPECT_TRUE(image.compare().equal());
}

TEST_F(MemoryImage, SeesNumbersThatDiffer) {
    memory_image image(l);
    for (int i : {3, 9}) write(image, i, 6);
    image.capture_expected();
    memory[3] = 6;
    memory[9] = 7;
    const comparison c = image.compare();
    EXPECT_EQ(c.wrong, 1u);
    EXPECT_EQ(c.first.address, address(9));
    EXPECT_EQ(number_text(c.first.kind, c.first.found, c.first.bytes), "0x40e00000 (float 7)");
    EXPECT_EQ(number_text(c.first.kind, c.first.expected, c.first.bytes), "0x40c00000 (float 6)");
}

TEST_F(MemoryImage, SeesStrayWrites) {
    memory_image image(l);
    image.capture_expected();
    memory[40] = 1;
    const comparison c = image.compare();
    EXPECT_GE(c.wrong, 1u);
    EXPECT_EQ(c.first.kind, number_kind::none);
}

TEST_F(MemoryImage, TakesAnyNaNForAnother) {
    memory_image image(l);
    write(image, 0, not_a_number);
    write(image, 1, not_a_number, integers);
    image.capture_expected();
    memory[0] = memory[1] = -not_a_number;
    const comparison c = image.compare();
    EXPECT_EQ(c.wrong, 1u);
    EXPECT_EQ(c.first.address, address(1));
}

TEST_F(MemoryImage, AllowsNumbersToDifferAsFarAsRoundingMovesThem) {
    memory_image image(l);
    for (int i = 0; i < 2; ++i) write(image, i, 100);
    image.capture_expected();
    memory[0] = 100.01f;
    memory[1] = 100;
    image.add_rounded_run();
    memory[0] = memory[1] = 100.1f;
    const comparison c = image.compare();
    EXPECT_EQ(c.within, 1u);
    EXPECT_EQ(c.wrong, 1u);
    EXPECT_EQ(c.first.address, address(1));
}

TEST_F(MemoryImage, AllowsNumbersBesideTheLargestToOverflow) {
    constexpr float largest = std::numeric_limits<float>::max();
    memory_image image(l);
    for (int i = 0; i < 3; ++i) write(image, i, i == 2 ? 100 : -largest);
    image.capture_expected();
    for (int i = 0; i < 3; ++i) memory[i] = i == 2 ? 100 : -largest;
    image.add_rounded_run();
    memory[0] = -infinity;
    memory[1] = infinity;
    memory[2] = largest;
    const comparison c = image.compare();
    EXPECT_EQ(c.within, 1u);
    EXPECT_EQ(c.wrong, 2u);
    EXPECT_EQ(c.first.address, address(1));
}

TEST_F(MemoryImage, ComparesNoIntegersWhereRoundingMovesSome) {
    memory_image image(l);
    for (int i = 0; i < 2; ++i) write(image, i, 0, integers);
    image.capture_expected();
    memory[0] = 1;
    image.add_rounded_run();
    memory[1] = 1;
    const comparison c = image.compare();
    EXPECT_EQ(c.indeterminate, 1u);
    EXPECT_EQ(c.wrong, 0u);
}

TEST_F(MemoryImage, ComparesNoBytesThatAnotherRunOfTheReferenceSetsOtherwise) {
    memory_image image(l);
    image.note(address(0), 16, NDW_CHECK_WRITE, nullptr);
    for (int i = 0; i < 4; ++i) memory[i] = 1;
    image.capture_expected();
    for (int i = 0; i < 4; ++i) memory[i] = i == 2 ? 2 : 1;
    image.add_repeated_run();
    for (int i = 0; i < 4; ++i) memory[i] = i == 3 ? 4 : 1;
    comparison c = image.compare();
    EXPECT_EQ(c.wrong, 0u);
    memory[0] = 3;
    c = image.compare();
    EXPECT_EQ(c.wrong, 1u);
}

TEST_F(MemoryImage, MeasuresNumbersByOthersThatOnlyTheRepetitionKnows) {
    memory_image image(l);
    image.note(address(0), 64, NDW_CHECK_WRITE, nullptr);
    memory[15] = 100;
    image.capture_expected();
    memory[15] = 100;
    image.add_rounded_run();
    for (int i = 0; i < 16; ++i) write(image, i, i == 15 ? 100 : 0);
    image.add_repeated_run();
    memory[15] = 100;
    memory[0] = 1e-4F;
    EXPECT_EQ(image.compare().within, 1u);
    memory[0] = 1e-3F;
    EXPECT_EQ(image.compare().wrong, 1u);
}

TEST_F(MemoryImage, KeepsOfOtherMemoryWhatIsWritten) {
    memory_image image(l);
    alignas(64) int host[16] = {};
    image.note(reinterpret_cast<std::uintptr_t>(host + 2), 4, integers, nullptr);
    host[2] = 7;
    image.capture_expected();
    EXPECT_EQ(host[2], 0);
    host[2] = 8;
    host[3] = 9;
    EXPECT_EQ(image.compare().wrong, 1u);
    image.restore();
    EXPECT_EQ(host[2], 0);
    EXPECT_EQ(host[3], 9);
}

TEST_F(MemoryImage, SaysWhereAnAddressIsWritten) {
    memory_image image(l);
    image.watch(address(5) + 2);
    write(image, 4, 1);
    EXPECT_EQ(image.watched_place(), "");
    write(image, 5, 1);
    EXPECT_EQ(image.watched_place(), "kernel.cpp:7");
}

TEST(NumberKind, KnowsHalfPrecision) {
    const std::uint16_t values[] = {0x3c00, 0xc000, 0x0001, 0x7bff};
    const double expected[] = {1, -2, 0x1p-24, 65504};
    for (int i = 0; i < 4; ++i) EXPECT_EQ(floating_value(number_kind::float16, &values[i]), expected[i]);
    EXPECT_EQ(unit_in_last_place(number_kind::float16, 1), 0x1p-10);
    EXPECT_EQ(unit_in_last_place(number_kind::float32, 1), 0x1p-23);
    EXPECT_EQ(unit_in_last_place(number_kind::float64, 0), 0x1p-1074);
}

}  // namespace
}  // namespace ndweave::detail
