// dpct's helper headers, as migrated programs use them.
#include <dpct/dpct.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

namespace {

dpct::global_memory<int, 0> counter(5);
dpct::constant_memory<float, 1> coefficients(sycl::range<1>(3), {0.5f, 2.0f});
dpct::global_memory<int, 2> table(sycl::range<2>(3, 4), {{1, 2}, {3}});
dpct::global_memory<const double, 3> block(2, 3, 5);

std::mt19937& random_numbers() {
    static std::mt19937 generator(std::random_device{}());
    return generator;
}

/// What a kernel over `n` work-items writes with `f(i)`.
template <class T, class F>
std::vector<T> results(std::size_t n, const F& f) {
    sycl::queue& q = dpct::get_in_order_queue();
    auto* const out = static_cast<T*>(dpct::dpct_malloc(n * sizeof(T)));
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { out[i] = f(i[0]); });
    std::vector<T> got(n);
    dpct::dpct_memcpy(got.data(), out, n * sizeof(T), dpct::device_to_host);
    dpct::dpct_free(out);
    return got;
}

TEST(DpctDevice, HasQueuesOfItsOwn) {
    dpct::device_ext& device = dpct::get_current_device();
    EXPECT_EQ(static_cast<sycl::device&>(device), sycl::device());
    EXPECT_EQ(&dpct::get_default_queue(), &device.in_order_queue());
    dpct::queue_ptr q = device.create_queue();
    ASSERT_NE(q, nullptr);
    EXPECT_FALSE(*q == dpct::get_default_queue());
    EXPECT_EQ(q->get_context(), device.get_context());
    device.set_saved_queue(q);
    EXPECT_EQ(device.get_saved_queue(), q);
    device.destroy_queue(q);
    EXPECT_EQ(q, nullptr);
    EXPECT_EQ(device.get_saved_queue(), &device.default_queue());
    device.queues_wait_and_throw();
    device.create_in_order_queue();
    device.reset();

    dpct::device_info info;
    device.get_device_info(info);
    EXPECT_EQ(info.get_name(), device.get_info<sycl::info::device::name>());
    EXPECT_GT(info.get_max_compute_units(), 0);
    EXPECT_EQ(info.get_max_work_item_sizes<int*>()[0], info.get_max_work_item_sizes()[0]);
    EXPECT_EQ(static_cast<std::size_t>(info.get_max_work_group_size()),
              device.get_info<sycl::info::device::max_work_group_size>());
    std::size_t free_bytes = 0, all_bytes = 0;
    device.get_memory_info(free_bytes, all_bytes);
    EXPECT_GT(free_bytes, 0u);
    EXPECT_LE(free_bytes, all_bytes);
}

TEST(DpctDevice, IsChosenByThreads) {
    const unsigned last = dpct::device_count() - 1;
    std::thread([&] {
        dpct::select_device(last);
        EXPECT_EQ(dpct::get_current_device_id(), last);
        EXPECT_EQ(dpct::get_device_id(dpct::get_current_device()), last);
    }).join();
    EXPECT_EQ(dpct::get_current_device_id(), 0u);
    EXPECT_THROW(dpct::select_device(last + 1), sycl::exception);
    EXPECT_TRUE(dpct::cpu_device().is_cpu());
    EXPECT_NO_THROW(dpct::has_capability_or_fail(dpct::cpu_device(), {sycl::aspect::cpu}));
    EXPECT_THROW(dpct::has_capability_or_fail(dpct::cpu_device(), {sycl::aspect::gpu}), sycl::exception);
    EXPECT_EQ(DPCT_CHECK_ERROR(dpct::select_device(0)), 0);
}

TEST(DpctMemory, CopiesRowsAndBoxes) {
    constexpr std::size_t x = 13, y = 5, z = 3;
    std::vector<unsigned char> from(x * y * z), got(x * y * z, 7);
    for (unsigned char& byte : from) byte = static_cast<unsigned char>(random_numbers()());

    std::size_t pitch = 0;
    void* const rows = dpct::dpct_malloc(pitch, x, y);
    EXPECT_GE(pitch, x);
    dpct::dpct_memcpy(rows, pitch, from.data(), x, x, y, dpct::host_to_device);
    dpct::dpct_memset(rows, pitch, 3, 2, y - 1);
    dpct::dpct_memcpy(got.data(), x, rows, pitch, x, y, dpct::device_to_host);
    for (std::size_t i = 0; i < x * y; ++i) {
        const bool set = i % x < 2 && i / x < y - 1;
        EXPECT_EQ(got[i], set ? 3 : from[i]) << i;
    }
    dpct::dpct_free(rows);

    const dpct::pitched_data box = dpct::dpct_malloc(sycl::range<3>(x, y, z));
    dpct::dpct_memset(box, 9, {x, y, z});
    const dpct::pitched_data mine(from.data(), x, x, y), theirs(got.data(), x, x, y);
    dpct::async_dpct_memcpy(box, {1, 2, 0}, mine, {3, 1, 1}, {7, 2, 2});
    dpct::dpct_memcpy(theirs, {0, 0, 0}, box, {0, 0, 0}, {x, y, z});
    for (std::size_t k = 0; k < z; ++k) {
        for (std::size_t j = 0; j < y; ++j) {
            for (std::size_t i = 0; i < x; ++i) {
                const bool copied = i >= 1 && i < 8 && j >= 2 && j < 4 && k < 2;
                EXPECT_EQ(got[(k * y + j) * x + i], copied ? from[((k + 1) * y + j - 1) * x + i + 2] : 9);
            }
        }
    }
    dpct::async_dpct_free({box.get_data_ptr(), nullptr}, {});
    dpct::get_default_queue().wait();
}

TEST(DpctMemory, VariablesHaveTheirValues) {
    sycl::queue& q = dpct::get_default_queue();
    int* const out = sycl::malloc_device<int>(16, q);
    counter.init();
    q.submit([&](sycl::handler& h) {
        auto* const count = counter.get_ptr();
        const float* const c = coefficients.get_ptr();
        const auto t = table.get_access(h);
        const auto b = block.get_access(h);
        h.single_task([=] {
            out[12] = (*count)++;
            out[13] = static_cast<int>(c[0] * 10 + c[1] * 100 + c[2]);
            for (int i = 0; i < 12; ++i) out[i] = t[i / 4][i % 4] + static_cast<int>(b[1][2][4]);
        });
    });
    std::vector<int> got(16);
    q.copy(out, got.data(), 16).wait();
    EXPECT_EQ(std::vector<int>(got.begin(), got.begin() + 14),
              (std::vector<int>{1, 2, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 5, 205}));
    int count = 0;
    dpct::dpct_memcpy(&count, counter.get_ptr(), sizeof count);
    EXPECT_EQ(count, 6);
    EXPECT_EQ(table.get_size(), 48u);
    EXPECT_THROW((dpct::global_memory<int, 1>(sycl::range<1>(1), {1, 2})), sycl::exception);
    sycl::free(out, q);
    if (!q.get_device().has(sycl::aspect::usm_shared_allocations)) return;
    dpct::shared_memory<int, 1> managed(3);
    managed[1] = 4;
    int* const inside = managed.get_ptr();
    q.single_task([=] { inside[1] += 2; }).wait();
    EXPECT_EQ(managed[1], 6);
}

TEST(DpctAtomics, AreOnesOfAllWorkItems) {
    constexpr std::size_t n = 1013;
    sycl::queue& q = dpct::get_default_queue();
    auto* const at = sycl::malloc_device<int>(8, q);
    auto* const sum = sycl::malloc_device<float>(1, q);
    const int initial[8] = {0, 0, -1, 0, 1000000, -5, 0, 3};
    q.copy(initial, at, 8);
    dpct::dpct_memset(sum, 0, sizeof(float));
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> id) {
        const int i = static_cast<int>(id[0]);
        dpct::atomic_fetch_add<sycl::access::address_space::generic_space>(&at[0], i);
        dpct::atomic_fetch_sub(&at[1], 2);
        dpct::atomic_fetch_and<int, sycl::access::address_space::global_space>(&at[2], ~(i & 0xf0));
        dpct::atomic_fetch_or(&at[3], i, sycl::memory_order::acq_rel);
        dpct::atomic_fetch_min(&at[4], 2000 - i);
        dpct::atomic_fetch_max(&at[5], i / 2);
        dpct::atomic_fetch_compare_inc(&at[6], 9);
        dpct::atomic_fetch_compare_dec(&at[7], 6);
        dpct::atomic_fetch_add(sum, 0.5);
    });
    std::vector<int> got(8);
    float total = 0;
    q.copy(at, got.data(), 8);
    q.copy(sum, &total, 1).wait();
    int dec = 3;
    for (std::size_t i = 0; i < n; ++i) dec = dec == 0 || dec > 6 ? 6 : dec - 1;
    EXPECT_EQ(got, (std::vector<int>{static_cast<int>(n * (n - 1) / 2), -2 * static_cast<int>(n), ~0xf0, 1023,
                                     2000 - static_cast<int>(n - 1), static_cast<int>((n - 1) / 2),
                                     static_cast<int>(n % 10), dec}));
    EXPECT_EQ(total, 0.5f * static_cast<float>(n));

    q.single_task([=] {
        at[0] = dpct::atomic_exchange(&at[1], 17);
        at[2] = dpct::atomic_compare_exchange_strong(&at[1], 17, 18) * 100 +
                dpct::atomic_compare_exchange_strong(&at[1], 17, 19);
    });
    q.copy(at, got.data(), 3).wait();
    EXPECT_EQ(got[0], -2 * static_cast<int>(n));
    EXPECT_EQ(got[1], 18);
    EXPECT_EQ(got[2], 1718);
    sycl::free(at, q);
    sycl::free(sum, q);
}

/// CUDA's shuffles with a width, of sub-groups as the device has them.
TEST(DpctSubGroups, ExchangeWithinParts) {
    sycl::queue& q = dpct::get_default_queue();
    const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
    if (std::ranges::find(sizes, 32u) == sizes.end()) GTEST_SKIP() << "no sub-groups of 32 work-items";
    constexpr std::size_t n = 96;
    constexpr int width = 8;
    auto* const out = sycl::malloc_device<int>(4 * n, q);
    q.parallel_for(sycl::nd_range<1>(n, 48), [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(32)]] {
        const sycl::sub_group sg = it.get_sub_group();
        const int lane = static_cast<int>(sg.get_local_linear_id());
        int* const mine = out + 4 * it.get_global_linear_id();
        mine[0] = dpct::select_from_sub_group(sg, lane, 11, width);
        mine[1] = dpct::shift_sub_group_left(sg, lane, 3u, width);
        mine[2] = dpct::shift_sub_group_right(sg, lane, 3u, width);
        mine[3] = dpct::permute_sub_group_by_xor(sg, lane, 5u, width);
    });
    std::vector<int> got(4 * n);
    q.copy(out, got.data(), 4 * n).wait();
    for (int i = 0; i < static_cast<int>(n); ++i) {
        const int lane = i % 48 % 32, first = lane / width * width, at = lane - first;
        EXPECT_EQ(got[4 * i], first + 3) << i;
        EXPECT_EQ(got[4 * i + 1], at + 3 < width ? lane + 3 : lane) << i;
        EXPECT_EQ(got[4 * i + 2], at >= 3 ? lane - 3 : lane) << i;
        EXPECT_EQ(got[4 * i + 3], first + (at ^ 5)) << i;
    }
    sycl::free(out, q);
}

TEST(DpctUtilities, OfBitsAndWords) {
    const unsigned a = static_cast<unsigned>(random_numbers()()), b = static_cast<unsigned>(random_numbers()());
    const auto got = results<unsigned>(12, [=](std::size_t i) -> unsigned {
        switch (i) {
            case 0:
                return dpct::vectorized_binary<sycl::char4>(a, b, dpct::sub_sat());
            case 1:
                return dpct::vectorized_binary<sycl::uchar4>(a, b, std::not_equal_to<>());
            case 2:
                return dpct::vectorized_max<sycl::short2>(a, b);
            case 3:
                return dpct::vectorized_isgreater<sycl::ushort2>(a, b);
            case 4:
                return dpct::vectorized_sum_abs_diff<sycl::uchar4>(a, b);
            case 5:
                return dpct::vectorized_unary<sycl::char4>(a, dpct::abs());
            case 6:
                return static_cast<unsigned>(dpct::dp4a(static_cast<int>(a), static_cast<int>(b), 1000));
            case 7:
                return dpct::byte_level_permute(a, b, 0x7035);
            case 8:
                return dpct::reverse_bits(a);
            case 9:
                return static_cast<unsigned>(dpct::ffs(a << 5));
            case 10:
                return dpct::vectorized_binary<sycl::uchar4>(a, b, std::minus<>());
            default:
                return dpct::vectorized_ternary<sycl::short2>(a, b, 1, dpct::maximum(), std::plus<>(), true);
        }
    });
    const auto bytes = [](unsigned word) {
        std::array<int, 4> values;
        for (int k = 0; k < 4; ++k) values[k] = static_cast<int>(word >> 8 * k & 255);
        return values;
    };
    const auto signed_byte = [](int byte) { return byte < 128 ? byte : byte - 256; };
    const auto x = bytes(a), y = bytes(b);
    unsigned sub = 0, differ = 0, sad = 0, minus = 0, positive = 0, reversed = 0;
    int dot = 1000;
    for (int k = 0; k < 4; ++k) {
        const int s = signed_byte(x[k]), t = signed_byte(y[k]);
        sub |= static_cast<unsigned>(std::clamp(s - t, -128, 127) & 255) << 8 * k;
        differ |= (x[k] != y[k] ? 255u : 0u) << 8 * k;
        minus |= static_cast<unsigned>((x[k] - y[k]) & 255) << 8 * k;
        positive |= static_cast<unsigned>(std::abs(s) & 255) << 8 * k;
        sad += static_cast<unsigned>(std::abs(x[k] - y[k]));
        dot += s * t;
    }
    for (int k = 0; k < 32; ++k) reversed |= (a >> k & 1) << (31 - k);
    const auto half = [](unsigned word, int k) { return static_cast<short>(word >> 16 * k); };
    unsigned most = 0, greater = 0, relu = 0;
    for (int k = 0; k < 2; ++k) {
        const short larger = std::max(half(a, k), half(b, k));
        most |= static_cast<unsigned>(static_cast<unsigned short>(larger)) << 16 * k;
        greater |= (static_cast<unsigned short>(half(a, k)) > static_cast<unsigned short>(half(b, k)) ? 0xffffu : 0u)
                   << 16 * k;
        const auto sum = static_cast<short>(larger + (k == 0 ? 1 : 0));
        relu |= static_cast<unsigned>(sum < 0 ? 0 : sum) << 16 * k;
    }
    const unsigned permuted = static_cast<unsigned>(y[1] | x[3] << 8 | x[0] << 16) | static_cast<unsigned>(y[3]) << 24;
    EXPECT_EQ(got, (std::vector<unsigned>{sub, differ, most, greater, sad, positive, static_cast<unsigned>(dot),
                                          permuted, reversed,
                                          static_cast<unsigned>(__builtin_ffs(static_cast<int>(a << 5))), minus, relu}))
        << a << " " << b;
}

TEST(DpctUtilities, OfMathematics) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto got = results<double>(11, [=](std::size_t i) -> double {
        const float three[3] = {2, 3, 6};
        const sycl::float2 c{1, 2}, d{3, -4}, mixed{nan, 4};
        switch (i) {
            case 0:
                return dpct::min(3, 2.5f) + dpct::max(7u, 1u);
            case 1:
                return dpct::pow(4, 3) + dpct::pow(2.0f, 5);
            case 2:
                return dpct::length(three, 3);
            case 3:
                return dpct::cmul(c, d)[0] * 100 + dpct::cmul(c, d)[1];
            case 4:
                return dpct::cdiv(c, d)[0] * 25;
            case 5:
                return dpct::cabs(d) + dpct::conj(d)[1];
            case 6:
                return dpct::compare(nan, 1.0f, std::less<>()) * 10 + dpct::unordered_compare(nan, 1.0f, std::less<>());
            case 7:
                return dpct::compare(mixed, d, std::greater<>())[0] * 10 + dpct::isnan(mixed)[0];
            case 8:
                return dpct::compare_both(c, d, std::less<>()) +
                       10 * dpct::unordered_compare_both(mixed, d, std::greater<>());
            case 9:
                return dpct::relu(-3.0) + dpct::relu(2.0);
            default:
                return dpct::cast_ints_to_double(dpct::cast_double_to_int(-1.375),
                                                 dpct::cast_double_to_int(-1.375, false));
        }
    });
    EXPECT_EQ(got, (std::vector<double>{9.5, 96, 7, 1102, -5, 9, 1, 1, 10, 2, -1.375}));
}

TEST(Dpct, ErrorCodesAreNumbers) {
    static_assert(!std::is_same_v<dpct::err0, dpct::err1>);
    const dpct::err0 none = (sycl::queue().wait(), 0);
    const dpct::err1 some = 7;
    EXPECT_TRUE(none == 0);
    EXPECT_TRUE(some != 0);
}

}  // namespace
