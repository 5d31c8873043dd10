#include "runtime/memory/allocation_map.hpp"

#include <gtest/gtest.h>

#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace ndweave::detail {
namespace {

const void* at(std::uintptr_t address) { return reinterpret_cast<const void*>(address); }

TEST(AllocationMap, FindsInteriorPointersAgainstALinearSearch) {
    allocation_map map;
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    std::vector<allocation> all;
    std::uintptr_t next = 0x1000;
    for (int i = 0; i < 300; ++i) {
        next += random() % 3 * 64;  // gaps, and allocations that touch
        const std::size_t bytes = 1 + random() % 500;
        all.push_back({next, bytes, usm_kind::device, nullptr});
        map.insert(all.back());
        next += bytes;
    }
    for (int i = 0; i < 20000; ++i) {
        const std::uintptr_t address = 0xf00 + random() % (next - 0xe00);
        const allocation* expected = nullptr;
        bool ends = false;
        for (const allocation& a : all) {
            if (address >= a.base && address < a.base + a.bytes) expected = &a;
            ends |= address == a.base + a.bytes;
        }
        EXPECT_EQ(map.base_of(at(address)), expected && !ends ? expected->base : 0);
        const auto found = map.find(at(address));
        ASSERT_EQ(found.has_value(), expected != nullptr) << address;
        if (expected) {
            EXPECT_EQ(found->base, expected->base);
            EXPECT_EQ(map.bytes_from(at(address)), expected->base + expected->bytes - address);
        } else {
            EXPECT_EQ(map.bytes_from(at(address)), 0u);
        }
    }
}

TEST(AllocationMap, PagesOfResultsAreClaimedOnce) {
    allocation_map map;
    const auto claimed = [&](std::uintptr_t address, std::size_t bytes) {
        const memory_range r = map.claim_results(at(address), bytes, nullptr);
        return std::pair(reinterpret_cast<std::uintptr_t>(r.memory), r.bytes);
    };
    map.insert({5000, 100'000, usm_kind::shared, nullptr});
    EXPECT_EQ(claimed(5100, 8), std::pair(std::uintptr_t{5000}, std::size_t{8192 - 5000}));
    EXPECT_EQ(claimed(6000, 8).second, 0u);
    EXPECT_EQ(claimed(8190, 8), std::pair(std::uintptr_t{5000}, std::size_t{12'288 - 5000}));
    EXPECT_EQ(claimed(8192, 4096).second, 0u);
    EXPECT_EQ(claimed(50'000, 4).second, 4096u);
    EXPECT_EQ(claimed(6000, 8).second, 8192u - 5000);  // elsewhere than the last time
    EXPECT_EQ(claimed(104'990, 10), std::pair(std::uintptr_t{102'400}, std::size_t{105'000 - 102'400}));
    EXPECT_EQ(claimed(200'000, 8).second, 0u);
}

TEST(AllocationMap, TakeWantsTheStart) {
    allocation_map map;
    map.insert({4096, 100, usm_kind::host, nullptr});
    EXPECT_FALSE(map.take(at(4097)));
    EXPECT_TRUE(map.find(at(4097)));
    ASSERT_TRUE(map.take(at(4096)));
    EXPECT_FALSE(map.find(at(4096)));
    EXPECT_FALSE(map.take(at(4096)));
}

TEST(AllocationMap, ManyThreadsEachSeeTheirOwn) {
    allocation_map map;
    std::vector<std::jthread> threads;
    std::atomic<int> wrong{0};
    for (std::uintptr_t t = 1; t <= 4; ++t) {
        threads.emplace_back([&, t] {
            for (std::uintptr_t i = 0; i < 2000; ++i) {
                const std::uintptr_t base = t * 0x10000000 + i * 128;
                map.insert({base, 128, usm_kind::device, nullptr});
                const auto found = map.find(at(base + 127));
                if (!found || found->base != base) ++wrong;
                if (i % 2 && !map.take(at(base))) ++wrong;
            }
        });
    }
    threads.clear();
    EXPECT_EQ(wrong, 0);
}

TEST(AllocationMap, KnowsUserMemoryWhereItDoesNotOverlap) {
    allocation_map map;
    map.insert({0x1000, 0x100, usm_kind::shared, nullptr});
    map.insert_user(at(0x1100), 0x100);
    map.insert_user(at(0x1300), 0x100);
    EXPECT_EQ(map.base_of(at(0x1100)), 0u);  // or the end of USM
    EXPECT_EQ(map.base_of(at(0x1101)), 0x1100u);
    EXPECT_EQ(map.base_of(at(0x11ff)), 0x1100u);
    EXPECT_EQ(map.base_of(at(0x1200)), 0u);
    EXPECT_EQ(map.base_of(at(0x1300)), 0x1300u);
    EXPECT_EQ(map.bytes_from(at(0x1300)), 0u);  // is no USM

    const std::uint64_t changes = map.changes();
    map.insert_user(at(0x1280), 0x100);  // overlaps the second one
    EXPECT_NE(map.changes(), changes);
    for (const std::uintptr_t address : {0x1140, 0x12c0, 0x1340, 0x13c0}) EXPECT_EQ(map.base_of(at(address)), 0u);
    EXPECT_EQ(map.base_of(at(0x1000)), 0x1000u);
    map.erase_user(at(0x1280), 0x100);
    EXPECT_EQ(map.base_of(at(0x1340)), 0x1300u);

    map.insert_user(at(0x1300), 0x100);  // the same once more
    EXPECT_EQ(map.base_of(at(0x1340)), 0u);
    map.erase_user(at(0x1300), 0x100);
    map.erase_user(at(0x1300), 0x100);
    EXPECT_EQ(map.base_of(at(0x1340)), 0u);
    EXPECT_EQ(map.base_of(at(0x1140)), 0x1100u);
    map.insert_user(at(0x10c0), 0x20);  // within USM
    EXPECT_EQ(map.base_of(at(0x10d0)), 0x1000u);
}

}  // namespace
}  // namespace ndweave::detail
