// Where the CPU device puts memory.
#include <gtest/gtest.h>

#include <cstdint>
#include <set>

#include "ndweave/ndweave.hpp"

namespace ndweave {
namespace {

std::uintptr_t address(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

TEST(CpuMemory, IsAlignedAsAsked) {
    queue q{device("cpu")};
    for (const std::size_t bytes : {1, 1000, 300'000, 5'000'000}) {
        char* const plain = malloc_device<char>(bytes, q);
        EXPECT_EQ(address(plain) % 64, 0u) << bytes;
        free(plain, q);
        for (const std::size_t alignment : {std::size_t{128}, std::size_t{4096}, std::size_t{1} << 22}) {
            void* const aligned = malloc_device(bytes, q, alignment);
            EXPECT_EQ(address(aligned) % alignment, 0u) << bytes;
            free(aligned, q);
        }
    }
}

TEST(CpuMemory, LargeArraysBeginAtDifferentPlacesOfAPage) {
    queue q{device("cpu")};
    constexpr std::size_t arrays = 8;
    std::set<std::uintptr_t> places;
    char* memory[arrays];
    for (char*& each : memory) places.insert(address(each = malloc_device<char>(3 << 20, q)) % 4096);
    EXPECT_EQ(places.size(), arrays);
    for (char* each : memory) {
        q.fill(each, char{1}, 3 << 20);  // writes all of it: a bound that is wrong shows under the sanitizers
        free(each, q);
    }
}

}  // namespace
}  // namespace ndweave
