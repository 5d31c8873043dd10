/// Allocation, copies and fills: sizes, offsets, overlaps, nothing at all, everything at once.
#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

using Memory = Conformance;

std::vector<unsigned char> random_bytes(std::mt19937& random, std::size_t n) {
    std::vector<unsigned char> v(n);
    for (auto& b : v) b = static_cast<unsigned char>(random());
    return v;
}

TEST_F(Memory, RoundTripOfOddSizes) {
    for (const std::size_t n : {1, 2, 3, 7, 63, 64, 65, 4095, 4097, 1000003}) {
        const auto host = random_bytes(random, n);
        EXPECT_EQ(buffer<unsigned char>(q, host).read(), host) << n << " bytes";
    }
}

TEST_F(Memory, CopiesBetweenOffsetsOfAllSides) {
    constexpr std::size_t n = 5000;
    auto model = random_bytes(random, n);
    buffer<unsigned char> a(q, model), b(q, random_bytes(random, n));
    auto model_b = b.read();
    for (int i = 0; i < 40; ++i) {
        const std::size_t bytes = random() % 1000, from = random() % (n - bytes), to = random() % (n - bytes);
        if (i % 3 == 0) {
            q.memcpy(b.get() + to, a.get() + from, bytes);
            std::memcpy(model_b.data() + to, model.data() + from, bytes);
        } else if (i % 3 == 1) {
            const auto host = random_bytes(random, bytes + 1);
            q.memcpy(a.get() + to, host.data(), bytes).wait();
            std::memcpy(model.data() + to, host.data(), bytes);
        } else {
            std::vector<unsigned char> host(bytes + 1, 0x5a);
            q.memcpy(host.data(), b.get() + from, bytes).wait();
            EXPECT_TRUE(std::equal(host.begin(), host.end() - 1, model_b.begin() + static_cast<std::ptrdiff_t>(from)));
            EXPECT_EQ(host.back(), 0x5a);
        }
    }
    EXPECT_EQ(a.read(), model);
    EXPECT_EQ(b.read(), model_b);
}

TEST_F(Memory, OrdinaryMemoryIsCopiedInTheQueuesOrder) {
    for (const std::size_t n : {1, 4097, 1000003}) {
        const auto host = random_bytes(random, n);
        std::vector<unsigned char> first(n), second(n);
        buffer<unsigned char> a(q, host), b(q, n);
        q.memcpy(first.data(), a.get(), n);
        q.memcpy(second.data(), first.data(), n);
        q.memcpy(b.get(), second.data(), n);
        EXPECT_EQ(b.read(), host);
        EXPECT_EQ(second, host);
    }
}

TEST_F(Memory, QueuesOfTheCpuCopyItToo) {
    queue cpu{device("cpu")};
    for (const std::size_t n : {1, 4097, 20'000'003}) {
        const auto host = random_bytes(random, n);
        buffer<unsigned char> own(q, host), again(q, n), theirs(cpu, n), returned(cpu, n);
        cpu.memcpy(theirs.get(), own.get(), n).wait();
        expect_equal(theirs.read(), host);
        cpu.memcpy(again.get(), theirs.get(), n).wait();
        expect_equal(again.read(), host);
        q.memcpy(own.get() + n / 2, theirs.get(), n - n / 2).wait();
        q.memcpy(returned.get(), own.get(), n).wait();
        auto model = host;
        std::copy_n(host.begin(), n - n / 2, model.begin() + static_cast<std::ptrdiff_t>(n / 2));
        expect_equal(returned.read(), model);
    }
}

TEST_F(Memory, GraphsOfTheCpuRefuseIt) {
    queue cpu{device("cpu")};
    buffer<int> own(q, std::vector<int>{1, 2, 3}), theirs(cpu, 3);
    command_graph graph(cpu);
    graph.begin_recording(cpu);
    if (q.get_device().backend_name() == "cpu") {
        EXPECT_NO_THROW(cpu.memcpy(theirs.get(), own.get(), 3 * sizeof(int)));
    } else {
        EXPECT_THROW(cpu.memcpy(theirs.get(), own.get(), 3 * sizeof(int)), exception);
    }
    graph.end_recording();
}

TEST_F(Memory, OverlappingCopiesAreRight) {
    constexpr std::size_t n = 3000;
    auto model = random_bytes(random, n);
    buffer<unsigned char> a(q, model);
    for (int i = 0; i < 20; ++i) {
        const std::size_t bytes = random() % n, from = random() % (n - bytes), to = random() % (n - bytes);
        q.memcpy(a.get() + to, a.get() + from, bytes);
        std::memmove(model.data() + to, model.data() + from, bytes);
    }
    EXPECT_EQ(a.read(), model);
}

TEST_F(Memory, NothingIsCopiedOrFilled) {
    buffer<int> a(q, std::vector<int>{1, 2, 3});
    q.memcpy(a.get(), a.get() + 1, 0);
    q.fill(a.get(), 9, 0);
    q.memset(a.get(), 9, 0);
    EXPECT_EQ(a.read(), (std::vector<int>{1, 2, 3}));
    EXPECT_EQ(malloc_device(0, q), nullptr);
}

template <class T>
void check_fill(queue& q, const T& pattern, std::size_t count) {
    buffer<T> a(q, count + 2);
    q.memset(a.get(), 0, (count + 2) * sizeof(T));
    q.fill(a.get() + 1, pattern, count);
    const auto got = a.read();
    const T zero{};
    EXPECT_EQ(std::memcmp(&got.front(), &zero, sizeof(T)), 0);
    EXPECT_EQ(std::memcmp(&got.back(), &zero, sizeof(T)), 0);
    for (std::size_t i = 1; i <= count; ++i) {
        ASSERT_EQ(std::memcmp(&got[i], &pattern, sizeof(T)), 0)
            << "element " << i << " of " << count << ", " << sizeof(T);
    }
}

TEST_F(Memory, PatternsOfEverySizeFill) {
    struct three {
        unsigned char v[3];
    };
    struct twelve {
        float v[3];
    };
    struct forty {
        double v[5];
    };
    for (const std::size_t count : {1, 2, 5, 1023, 10001}) {
        check_fill<std::uint8_t>(q, 0xa5, count);
        check_fill<std::uint16_t>(q, 0x1234, count);
        check_fill<float>(q, 1.5f, count);
        check_fill<double>(q, -2.25, count);
        check_fill<std::array<double, 2>>(q, {1.0, 2.0}, count);
        check_fill<three>(q, {{1, 2, 3}}, count);
        check_fill<twelve>(q, {{1, 2, 3}}, count);
        check_fill<forty>(q, {{1, 2, 3, 4, 5}}, count);
    }
}

TEST_F(Memory, AlignmentIsAtLeastWhatWasAsked) {
    for (std::size_t alignment = 1; alignment <= 4096; alignment *= 2) {
        void* p = malloc_device(100, q, alignment);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % std::max<std::size_t>(alignment, 64), 0u) << alignment;
        free(p, q);
    }
}

/// Where one ends and another begins, nobody could tell where a pointer leads, and kernels would be compiled for the
/// worst.
TEST_F(Memory, AllocationsDoNotTouch) {
    for (const std::size_t bytes : {256, 512, 4096, 65536, 1 << 21}) {
        std::vector<char*> begins;
        for (int i = 0; i < 8; ++i) begins.push_back(malloc_device<char>(bytes, q));
        std::ranges::sort(begins);
        for (std::size_t i = 1; i < begins.size(); ++i)
            EXPECT_GT(begins[i] - begins[i - 1], static_cast<std::ptrdiff_t>(bytes));
        for (char* memory : begins) free(memory, q);
    }
}

TEST_F(Memory, ManyAllocationsLiveTogetherAndAreReused) {
    std::vector<int*> pointers;
    for (int i = 0; i < 500; ++i) {
        pointers.push_back(malloc_device<int>(1 + random() % 1000, q));
        q.fill(pointers.back(), i, 1);
    }
    for (int i = 0; i < 500; ++i) {
        int got = -1;
        q.memcpy(&got, pointers[i], sizeof got).wait();
        EXPECT_EQ(got, i);
        free(pointers[i], q);
    }
}

TEST_F(Memory, HostAndSharedMemoryAreReachedFromBothSides) {
    const bool shared = q.get_device().has(aspect::usm_shared_allocations);
    const bool host = q.get_device().has(aspect::usm_host_allocations);
    if (!shared && !host) GTEST_SKIP() << "the device has neither";
    for (int* p : {shared ? malloc_shared<int>(1000, q) : nullptr, host ? malloc_host<int>(1000, q) : nullptr}) {
        if (!p) continue;
        std::iota(p, p + 1000, 5);
        q.parallel_for(range<1>(1000), [=](id<1> i) { p[i] *= 2; });
        q.wait();
        if (computes()) {
            for (int i = 0; i < 1000; ++i) ASSERT_EQ(p[i], 2 * (i + 5));
        }
        free(p, q);
    }
}

/// Long enough, in all, for a device to go about it in its own way; the memory is the caller's again once it is copied.
TEST_F(Memory, LargeCopiesOfPageableMemoryKeepTheQueuesOrder) {
    constexpr std::size_t n = 5'000'003;
    buffer<std::uint64_t> device(q, n);
    std::uint64_t* const d = device.get();
    std::vector<std::uint64_t> there(n), back(n);
    for (std::uint64_t round = 0; round < 8; ++round) {
        const std::uint64_t key = random() | 1;
        for (std::size_t i = 0; i < n; ++i) there[i] = key * i + round;
        q.memcpy(d, there.data(), n * sizeof(std::uint64_t)).wait();
        std::fill(there.begin(), there.end(), 0);
        q.parallel_for(range<1>(n), [=](id<1> i) { d[i] ^= i; });
        q.memcpy(back.data(), d, n * sizeof(std::uint64_t));
        q.parallel_for(range<1>(n), [=](id<1> i) { d[i] = 0; });
        q.wait();
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < n; ++i) wrong += back[i] != ((key * i + round) ^ i);
        if (computes()) EXPECT_EQ(wrong, 0u) << "round " << round;
    }
}

/// Some drivers' copies of it are made by several threads, after the first 256 MiB.
TEST_F(Memory, LargePartsOfPageableMemoryArriveWholeAndAlone) {
    constexpr std::size_t room = 75'000'000;
    const auto sent = random_bytes(random, room);
    buffer<unsigned char> there(q, room);
    for (int round = 0; round < 5; ++round) {
        const std::size_t at = random() % 100'000, bytes = room - at - random() % (round < 3 ? 1000 : 50'000'000);
        std::vector<unsigned char> expected(room, 0xee), back(room, 0xee);
        std::memcpy(expected.data() + at, sent.data() + at, bytes);
        q.memset(there.get(), 0xee, room);
        q.memcpy(there.get() + at, sent.data() + at, bytes);
        q.memcpy(back.data() + at, there.get() + at, bytes).wait();
        if (computes()) EXPECT_TRUE(back == expected) << bytes << " bytes at " << at;
        q.memcpy(back.data(), there.get(), room).wait();
        if (computes()) EXPECT_TRUE(back == expected) << bytes << " bytes at " << at;
    }
}

TEST_F(Memory, MoreThanThereIsIsAnErrorAndTheDeviceGoesOn) {
    const std::size_t all = q.get_device().get_info<info::device::global_mem_size>();
    try {
        void* p = malloc_device(all * 64, q);
        ADD_FAILURE() << "64 times the device's memory was allocated";
        free(p, q);
    } catch (const exception& e) {
        EXPECT_EQ(e.code(), errc::memory_allocation) << e.what();
    }
    EXPECT_EQ(buffer<int>(q, std::vector<int>{7}).read(), std::vector<int>{7});
}

}  // namespace
}  // namespace ndweave::conformance
