// sycl_ext_oneapi_device_global: one variable for all kernels of a device, which the host copies.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "device_globals/variables.hpp"

namespace {

using namespace device_globals;

struct pair {
    int first;
    double second;
};

struct rows {
    std::array<float, 3> row[2];
    constexpr const std::array<float, 3>& operator[](std::ptrdiff_t i) const { return row[i]; }
};

constexpr std::size_t table_size = 1237;

#ifdef __clang__
constexpr bool is_for_devices = true;
#else
constexpr bool is_for_devices = false;  // library mode
#endif

oneapi::device_global<int> zero;
oneapi::device_global<pair> two{4, 2.5};
oneapi::device_global<const float[4]> fixed{1.5, -2.0, 0.25};
oneapi::device_global<int[2][3]> matrix{1, 2, 3, 4, 5, 6};
oneapi::device_global<int[2][3]> same_matrix{1, 2, 3, 4, 5, 6};
oneapi::device_global<rows> subscripted;
oneapi::device_global<const pair*> address{};
oneapi::device_global<unsigned> counter;
oneapi::device_global<unsigned[table_size]> table;
oneapi::device_global<int, decltype(oneapi::properties(oneapi::device_image_scope))> of_image{9};
oneapi::device_global<int, decltype(oneapi::properties(oneapi::host_access_write))> only_written;

struct a_class {
    static oneapi::device_global<long> member;
};
oneapi::device_global<long> a_class::member{-7};

static_assert(decltype(of_image)::has_property<oneapi::device_image_scope_key>());
static_assert(!decltype(zero)::has_property<oneapi::device_image_scope_key>());
static_assert(decltype(only_written)::get_property<oneapi::host_access_key>() == oneapi::host_access_write);
static_assert(std::is_same_v<decltype(table)::element_type, unsigned>);
static_assert(!std::is_assignable_v<decltype(zero)&, decltype(zero)&>);

/// What a kernel of one work-item writes.
template <class T, class F>
T one(sycl::queue& q, const F& f) {
    T* const out = sycl::malloc_device<T>(1, q);
    q.single_task([=] { *out = f(); });
    T result;
    q.memcpy(&result, out, sizeof result).wait();
    sycl::free(out, q);
    return result;
}

TEST(DeviceGlobal, BeginsWithItsInitialValue) {
    sycl::queue q;
    EXPECT_EQ(one<int>(q, [] { return zero.get(); }), 0);
    EXPECT_EQ(one<double>(q, [] { return two.get().first + two.get().second; }), 6.5);
    EXPECT_EQ(one<float>(q, [] { return fixed[0] + fixed[1] + fixed[2] + fixed[3]; }), -0.25f);
    EXPECT_EQ(one<int>(q, [] { return matrix[1][2] * 10 + matrix[0][1]; }), 62);
    EXPECT_EQ(one<int>(q, [] { return of_image + 1; }), 10);
    EXPECT_EQ(one<long>(q, [] { return a_class::member.get(); }), -7);
    EXPECT_EQ(one<float>(q, [] { return subscripted[1][2]; }), 0.0f);
    int copied = 0;
    q.memcpy(&copied, of_image).wait();
    EXPECT_EQ(copied, 9);
}

TEST(DeviceGlobal, KeepsWhatKernelsWrite) {
    sycl::queue q, another;
    const int value = static_cast<int>(std::random_device{}() % 1000);
    q.single_task([=] {
        zero = value;
        two.get().first = value + 1;
        *zero.get_multi_ptr<sycl::access::decorated::no>() += 1;
    });
    q.wait();
    EXPECT_EQ(one<int>(another, [] { return zero * 10000 + two.get().first; }), (value + 1) * 10000 + value + 1);
    q.single_task([] { zero = 0; }).wait();
}

TEST(DeviceGlobal, IsOneForAllWorkItems) {
    sycl::queue q;
    constexpr std::size_t groups = 13, local = 48;
    q.single_task([] { counter = 0u; });
    for (int launch = 0; launch < 3; ++launch) {
        q.parallel_for(sycl::nd_range<1>(groups * local, local), [=](sycl::nd_item<1> it) {
            sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::device> sum(counter.get());
            sum += static_cast<unsigned>(it.get_global_id(0) % 3);
        });
    }
    EXPECT_EQ(one<unsigned>(q, [] { return counter.get(); }), 3 * groups * local);
}

TEST(DeviceGlobal, IsCopied) {
    sycl::queue q;
    std::mt19937 random(std::random_device{}());
    std::vector<unsigned> expected(table_size), got(table_size);
    std::ranges::generate(expected, random);
    q.copy(expected.data(), table);
    q.parallel_for(sycl::range<1>(table_size), [](sycl::id<1> i) { table[i] ^= static_cast<unsigned>(i[0]); });
    for (std::size_t i = 0; i < table_size; ++i) expected[i] ^= static_cast<unsigned>(i);
    const std::array part{static_cast<unsigned>(random()), static_cast<unsigned>(random()),
                          static_cast<unsigned>(random())};
    std::copy_n(part.begin(), 2, expected.begin() + 1000);
    expected[7] = part[2];
    const sycl::event copied = q.memcpy(table, part.data(), 8, 4000);
    q.submit([&](sycl::handler& h) { h.copy(&part[2], table, 1, 7); });
    q.copy(table, got.data(), table_size, 0, copied).wait();
    EXPECT_EQ(got, expected);

    std::vector<unsigned> some(5);
    q.submit([&](sycl::handler& h) { h.memcpy(some.data(), table, 20, 3996); }).wait();
    EXPECT_EQ(some, std::vector<unsigned>(expected.begin() + 999, expected.begin() + 1004));

    const float numbers[4] = {3, 1, 4, 1};
    q.memcpy(fixed, numbers);
    EXPECT_EQ(one<float>(q, [] { return fixed[0] * 100 + fixed[2] * 10 + fixed[3]; }), 341.0f);
    const int written = 17;
    q.copy(&written, only_written);
    EXPECT_EQ(one<int>(q, [] { return only_written.get(); }), 17);
}

TEST(DeviceGlobal, CopiesBeyondItAreErrors) {
    sycl::queue q;
    unsigned word = 0;
    const auto code = [&](const auto& copy) {
        try {
            copy();
        } catch (const sycl::exception& e) {
            return e.code() == sycl::errc::invalid;
        }
        return false;
    };
    EXPECT_TRUE(code([&] { q.memcpy(table, &word, 4, 4 * table_size - 3); }));
    EXPECT_TRUE(code([&] { q.copy(&word, table, 1, table_size); }));
    EXPECT_TRUE(code([&] { q.copy(table, &word, 1, SIZE_MAX / 2); }));
    EXPECT_TRUE(code([&] { q.submit([&](sycl::handler& h) { h.memcpy(&word, zero, 5); }); }));
}

TEST(DeviceGlobal, HoldsAddressesOfOthers) {
    sycl::queue q;
    if (!q.get_device().has(sycl::aspect::usm_shared_allocations)) GTEST_SKIP() << "pointers are no addresses";
    q.single_task([] { address = &two.get(); });
    EXPECT_EQ(one<double>(q, [] { return address->second; }), 2.5);
}

/// A shared object that is unloaded takes its variables along.
TEST(DeviceGlobal, IsNoAllocationBehindItsEnd) {
    struct variable {
        ndweave::detail::device_global start;
        int value;
    };
    constexpr ndweave::detail::device_global_layout layout{sizeof(int), offsetof(variable, value)};
    const ndweave::queue q{ndweave::device("cpu")};
    alignas(variable) unsigned char memory[sizeof(variable)];
    for (int k = 0; k < 2; ++k) {
        auto* const one = new (memory) variable{{&layout}, 5};
        EXPECT_EQ(ndweave::detail::device_global_copy(one->start, q.get_device(), 4, 0), &one->value);
        EXPECT_EQ(ndweave::get_pointer_type(&one->value, q), sycl::usm::alloc::device);
        one->~variable();
        EXPECT_EQ(ndweave::get_pointer_type(memory, q), sycl::usm::alloc::unknown);
    }
}

TEST(DeviceGlobal, IsWatchedByCheckMode) {
    const sycl::device d;
    const char* const strategy = std::getenv("NDWEAVE_CPU");
    if (!is_for_devices || d.get_backend() != sycl::backend::cpu || (strategy && std::string(strategy) == "fiber"))
        GTEST_SKIP() << "check mode is the CPU's, by the kernel compiler";
    if (std::getenv("NDWEAVE_VALIDATE")) GTEST_SKIP() << "launches are validated";
    const char* const set = std::getenv("NDWEAVE_CHECK");
    const std::string before = set ? set : "";
    setenv("NDWEAVE_CHECK", "1", 1);
    std::string error = "none";
    try {
        sycl::queue q;
        const std::size_t beyond = table_size;
        q.single_task([=] { table[beyond] = 1; }).wait();
    } catch (const sycl::exception& e) {
        error = e.what();
    }
    before.empty() ? unsetenv("NDWEAVE_CHECK") : setenv("NDWEAVE_CHECK", before.c_str(), 1);
    EXPECT_NE(error.find("out-of-bounds write of 4 bytes"), std::string::npos) << error;
}

/// Some of the functor, an offset and a choice between variables stand together.
TEST(DeviceGlobal, StandsBesideCapturesAndOffsets) {
    sycl::queue q;
    constexpr std::size_t n = 12;
    struct captures {
        char odd[11];
        int add;
    };
    captures c{};
    c.odd[10] = 5;
    c.add = 1000;
    int* const out = sycl::malloc_device<int>(2 * n, q);
    q.parallel_for(sycl::nd_range<1>(n, 4, 6), [=](sycl::nd_item<1> it) {
        const auto id = it.get_global_id(0) - 6;
        const auto here = sycl::ext::oneapi::this_work_item::get_nd_item<1>();
        out[id] = (id % 2 ? matrix : same_matrix)[0][id % 3] + c.odd[10] + c.add;
        out[n + id] = static_cast<int>(here.get_global_id(0) + here.get_offset()[0]);
    });
    std::vector<int> got(2 * n);
    q.copy(out, got.data(), 2 * n).wait();
    for (std::size_t i = 0; i < n; ++i) {
        EXPECT_EQ(got[i], static_cast<int>(1 + i % 3) + 1005) << i;
        EXPECT_EQ(got[n + i], static_cast<int>(i + 12)) << i;
    }
    sycl::free(out, q);
}

TEST(DeviceGlobal, IsSharedByTranslationUnits) {
    sycl::queue q;
    const int amount = 1 + static_cast<int>(std::random_device{}() % 100);
    const auto sum = [&] { return one<int>(q, [] { return elsewhere[1] + elsewhere[4]; }); };
    const int before = sum(), both = one<int>(q, [] { return in_both.get(); }), theirs = one_each_elsewhere(q);
    EXPECT_EQ(one<int>(q, [] { return one_each.get(); }), 3);
    add_elsewhere(q, amount);
    EXPECT_EQ(sum(), before + 2 * amount);
    EXPECT_EQ(one<int>(q, [] { return in_both.get(); }), both + amount);
    EXPECT_EQ(one<int>(q, [] { return one_each.get(); }), 3);
    EXPECT_EQ(one_each_elsewhere(q), theirs + amount);
}

TEST(DeviceGlobal, IsInFunctionsOfOtherTranslationUnits) {
    sycl::queue q;
    const auto expected = [&] {
        return one<int>(q, [] { return elsewhere[2] + 100 * in_both; }) + one_each_elsewhere(q);
    };
    const int before = expected();
    const int more = 1 + static_cast<int>(std::random_device{}() % 100);
    EXPECT_EQ(one<int>(q, [=] { return sum_elsewhere(2, more); }), before);
    EXPECT_EQ(one_each_elsewhere(q), before - one<int>(q, [] { return elsewhere[2] + 100 * in_both; }) + more);
    EXPECT_EQ(one<int>(q, [] { return twice_the_sum_elsewhere(2); }), 2 * expected());

    // Beside the kernel's own variables, in a launch with an offset.
    int* const out = sycl::malloc_device<int>(3, q);
    q.parallel_for(sycl::nd_range<1>(3, 3, 40), [=](sycl::nd_item<1> it) {
        const auto id = it.get_global_id(0);
        out[id - 40] = static_cast<int>(id) + matrix[1][id - 40] + twice_the_sum_elsewhere(2) + one_each;
    });
    std::vector<int> got(3);
    q.copy(out, got.data(), 3).wait();
    const int rest = 2 * expected() + 3;
    EXPECT_EQ(got, (std::vector<int>{40 + 4 + rest, 41 + 5 + rest, 42 + 6 + rest}));
    sycl::free(out, q);
}

TEST(DeviceGlobal, IsInGraphs) {
    sycl::queue q;
    oneapi::command_graph graph(q.get_context(), q.get_device());
    graph.begin_recording(q);
    q.parallel_for(sycl::range<1>(10), [](sycl::id<1> i) { table[i] = table[i] + static_cast<unsigned>(i[0]); });
    graph.end_recording(q);
    const auto runs = graph.finalize();
    const std::vector<unsigned> zeros(10);
    q.copy(zeros.data(), table, 10);
    for (int run = 0; run < 3; ++run) q.ext_oneapi_graph(runs);
    std::vector<unsigned> got(10);
    q.copy(table, got.data(), 10).wait();
    for (unsigned i = 0; i < 10; ++i) EXPECT_EQ(got[i], 3 * i);
}

/// Those that kernels run on.
std::vector<sycl::device> devices() {
    if (!is_for_devices || std::getenv("NDWEAVE_CHECK") || std::getenv("NDWEAVE_VALIDATE")) return {sycl::device()};
    std::vector<sycl::device> all = sycl::device::get_devices();
    std::erase_if(all, [](const sycl::device& d) { return d.get_backend() == ndweave::backend::null; });
    return all;
}

TEST(DeviceGlobal, IsOneForEachDevice) {
    std::vector<int> seen;
    for (const sycl::device& d : devices()) {
        sycl::queue q(d);
        const int value = 100 + static_cast<int>(seen.size());
        seen.push_back(value);
        q.memcpy(zero, &value).wait();
    }
    std::size_t next = 0;
    for (const sycl::device& d : devices()) {
        sycl::queue q(d);
        EXPECT_EQ(one<int>(q, [] { return zero.get(); }), seen[next++]) << d.get_info<sycl::info::device::name>();
        const int nothing = 0;
        q.memcpy(zero, &nothing).wait();
    }
}

}  // namespace
