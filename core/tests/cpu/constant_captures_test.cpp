// Captured numbers that stay the same become constants of further code, and no launch runs code for other values.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include "cpu/strategies.hpp"
#include "ndweave/reports/kernel_log.hpp"

namespace ndweave::tests {
namespace {

constexpr std::size_t n = 200;

/// Code is made for each launch whose values are others, twice for a kernel.
class ConstantCaptures : public ::testing::Test {
protected:
    void SetUp() override {
        if (!reason_without_cbs().empty()) GTEST_SKIP() << reason_without_cbs();
        set_mode("eager");
        set_kernel_log([this](const kernel_log_entry& e) {
            const std::lock_guard lock(mutex);
            heard.push_back(e);
        });
    }
    void TearDown() override {
        set_kernel_log({});
        unsetenv("NDWEAVE_CONSTANT_CAPTURES");
    }

    /// Of queues that are made from now on.
    static void set_mode(const char* mode) { setenv("NDWEAVE_CONSTANT_CAPTURES", mode, 1); }

    /// Of the code with constants, in the order of its first launches.
    std::vector<std::string> constants() {
        const std::lock_guard lock(mutex);
        std::vector<std::string> all;
        for (const kernel_log_entry& e : heard) {
            if (!e.constants.empty()) all.push_back(e.constants);
        }
        return all;
    }

    std::mutex mutex;
    std::vector<kernel_log_entry> heard;
};

/// out[i] = the sum of the numbers below `count`, times i.
template <int Kernel>
void sum(queue& q, int* out, int count) {
    q.parallel_for(range<1>(n), [=](id<1> i) {
         int s = Kernel;
         for (int k = 0; k < count; ++k) s += k * static_cast<int>(i[0]);
         out[i] = s;
     }).wait();
}

template <int Kernel>
bool is_sum(const int* out, int count) {
    for (std::size_t i = 0; i < n; ++i) {
        if (out[i] != Kernel + count * (count - 1) / 2 * static_cast<int>(i)) return false;
    }
    return true;
}

TEST_F(ConstantCaptures, ServeLaunchesWithTheirValuesOnly) {
    queue q{device("cpu")};
    const shared_array<int> out(n, q);
    for (const int count : {5, 5, 6, 5, 7, 6, 7, 8, 0, 5, 6}) {
        sum<1>(q, out.data(), count);
        EXPECT_TRUE(is_sum<1>(out.data(), count)) << count;
    }
    const std::vector<std::string> made = constants();
    ASSERT_EQ(made.size(), 2u);  // and none for 7: there are two at most
    EXPECT_NE(made[0].find("4 bytes at "), std::string::npos) << made[0];
    EXPECT_NE(made[0].find(": 5"), std::string::npos) << made[0];
    EXPECT_NE(made[1].find(": 6"), std::string::npos) << made[1];
}

/// x[i] times `scale`, below `end`.
void scale_some(queue& q, float* x, float scale, std::size_t end) {
    q.parallel_for(range<1>(n), [=](id<1> i) {
         if (i[0] < end) x[i] *= scale;
     }).wait();
}

TEST_F(ConstantCaptures, AreNoneWhereNothingIsDecidedByThem) {
    queue q{device("cpu")};
    const shared_array<float> x(n, q, 1.0f);
    for (int launch = 0; launch < 4; ++launch) scale_some(q, x.data(), 2, n - 1);
    EXPECT_EQ(x[0], 16);
    EXPECT_EQ(x[n - 1], 1);
    EXPECT_TRUE(constants().empty());
}

TEST_F(ConstantCaptures, AreComparedByTheirBytes) {
    queue q{device("cpu")};
    const shared_array<int> out(1, q);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const float value : {0.0f, 0.0f, -0.0f, 0.0f, nan, -0.0f, 1.0f, nan}) {
        int* const to = out.data();
        q.single_task([=] {
             // What tells zeros apart is not the comparison, but the bits.
             int kind = value == 0 ? 1 : value > 0 ? 2 : 3;
             if (1 / value < 0) kind = 4;
             *to = kind;
         }).wait();
        EXPECT_EQ(out[0], std::isnan(value) ? 3 : value > 0 ? 2 : std::signbit(value) ? 4 : 1) << value;
    }
    EXPECT_EQ(constants().size(), 2u);
}

struct settings {
    bool doubles;
    // padding
    double limit;
    std::uint8_t mode;
};

TEST_F(ConstantCaptures, MayBeMembersBetweenPadding) {
    queue q{device("cpu")};
    const shared_array<double> out(n, q);
    for (int launch = 0; launch < 8; ++launch) {
        alignas(settings) unsigned char bytes[sizeof(settings)];
        std::memset(bytes, launch, sizeof bytes);  // what lies between changes
        const settings values{launch >= 4, 2.5, static_cast<std::uint8_t>(launch % 4 == 3 ? 2 : 1)};
        std::memcpy(bytes + offsetof(settings, doubles), &values.doubles, sizeof values.doubles);
        std::memcpy(bytes + offsetof(settings, limit), &values.limit, sizeof values.limit);
        std::memcpy(bytes + offsetof(settings, mode), &values.mode, sizeof values.mode);
        settings s;
        std::memcpy(&s, bytes, sizeof s);
        double* const to = out.data();
        q.parallel_for(range<1>(n), [=](id<1> i) {
             double x = static_cast<double>(i[0]);
             if (s.doubles) x *= 2;
             switch (s.mode) {
                 case 1:
                     x += 1;
                     break;
                 case 2:
                     x -= 1;
                     break;
                 default:
                     x = 0;
             }
             to[i] = s.limit > 2 ? x : -x;
         }).wait();
        EXPECT_EQ(out[10], (launch >= 4 ? 20 : 10) + (launch % 4 == 3 ? -1 : 1)) << launch;
    }
    EXPECT_FALSE(constants().empty());
}

struct counter {
    int* out;
    int count;
    mutable int left = 0;

    void operator()(id<1> i) const {
        left = count;
        int s = 0;
        while (left > 0) s += left--;
        out[i] = s;
    }
};

TEST_F(ConstantCaptures, AreNoneOfAFunctorThatIsWritten) {
    queue q{device("cpu")};
    const shared_array<int> out(1, q);
    for (int launch = 0; launch < 4; ++launch) {
        q.parallel_for(range<1>(1), counter{out.data(), 4}).wait();
        EXPECT_EQ(out[0], 10);
    }
    EXPECT_TRUE(constants().empty());
}

template <bool WithSines>
void iterate(queue& q, float* x, int count) {
    q.parallel_for(range<1>(n), [=](id<1> i) {
         for (int k = 0; k < count; ++k) x[i] = WithSines ? std::sin(x[i]) : std::sqrt(x[i]);
     }).wait();
}

TEST_F(ConstantCaptures, AreNoneWhereVectorsRoundOtherwise) {
    queue q{device("cpu")};
    const shared_array<float> x(n, q, 0.5f);
    iterate<true>(q, x.data(), 2);
    EXPECT_TRUE(constants().empty());
    iterate<false>(q, x.data(), 2);
    EXPECT_EQ(constants().size(), 1u);
}

TEST_F(ConstantCaptures, WorkWithBarriersLocalMemoryAndReductions) {
    queue q{device("cpu")};
    const shared_array<int> out(n, q), total(1, q);
    for (const int rounds : {3, 3, 4, 3, 4, 5}) {
        int* const to = out.data();
        q.submit([&](handler& h) {
             local_accessor<int, 1> s(range<1>(20), h);
             h.parallel_for(nd_range<1>(n, 20), [=](nd_item<1> it) {
                 const std::size_t l = it.get_local_id(0);
                 s[l] = static_cast<int>(l);
                 for (int r = 0; r < rounds; ++r) {
                     group_barrier(it.get_group());
                     const int next = s[(l + 1) % 20];
                     group_barrier(it.get_group());
                     s[l] = next;
                 }
                 to[it.get_global_id(0)] = s[l];
             });
         }).wait();
        for (std::size_t i = 0; i < n; ++i) {
            ASSERT_EQ(out[i], static_cast<int>((i + static_cast<std::size_t>(rounds)) % 20)) << rounds << " rounds";
        }
        total[0] = 0;
        q.parallel_for(range<1>(n), reduction(total.data(), std::plus<int>()), [=](id<1> i, auto& all) {
             for (int r = 0; r < rounds; ++r) all.combine(to[i]);
         }).wait();
        EXPECT_EQ(total[0], rounds * 10 * 190);
    }
    EXPECT_GE(constants().size(), 3u);
}

TEST_F(ConstantCaptures, AreThoseOfTheLaunchOnAnAsynchronousQueue) {
    queue q{device("cpu"), property_list{property::queue::asynchronous()}};
    constexpr int launches = 40;
    const shared_array<int> out(n * launches, q);
    for (int l = 0; l < launches; ++l) {
        const int count = l < 10 ? 4 : l % 5;
        int* const to = out.data() + static_cast<std::size_t>(l) * n;
        q.parallel_for(range<1>(n), [=](id<1> i) {
            int s = 0;
            for (int k = 0; k < count; ++k) s += 2;
            to[i] = s;
        });
    }
    q.wait();
    for (int l = 0; l < launches; ++l) {
        EXPECT_EQ(out[static_cast<std::size_t>(l) * n + 7], 2 * (l < 10 ? 4 : l % 5)) << l;
    }
    EXPECT_FALSE(constants().empty());
}

TEST_F(ConstantCaptures, AreThoseOfTheThreadThatLaunches) {
    for (const char* mode : {"eager", "1"}) {
        set_mode(mode);
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([t] {
                queue q{device("cpu")};
                const shared_array<int> out(n, q);
                for (int l = 0; l < 300; ++l) {
                    const int count = t + (l / 100) % 2;
                    sum<2>(q, out.data(), count);
                    ASSERT_TRUE(is_sum<2>(out.data(), count)) << count;
                }
            });
        }
        for (std::thread& t : threads) t.join();
    }
}

TEST_F(ConstantCaptures, AreNoneWhereTheyAreSwitchedOff) {
    set_mode("0");
    queue q{device("cpu")};
    const shared_array<int> out(n, q);
    for (int l = 0; l < 4; ++l) sum<3>(q, out.data(), 5);
    EXPECT_TRUE(is_sum<3>(out.data(), 5));
    EXPECT_TRUE(constants().empty());
}

/// out[i] = what comes after i in a sequence of remainders.
void follow(queue& q, int* out, int count) {
    q.parallel_for(range<1>(n), [=](id<1> i) {
         int s = static_cast<int>(i[0]);
         for (int k = 0; k < count; ++k) s = s * 5 % 1009 + 1;
         out[i] = s;
     }).wait();
}

/// Launches until code has come from the background, which it does unless something is broken.
TEST_F(ConstantCaptures, ComeFromTheBackground) {
    set_mode("1");
    queue q{device("cpu")};
    constexpr int count = 5000;
    const shared_array<int> out(n, q);
    while (constants().empty()) follow(q, out.data(), count);
    int expected = 3;
    for (int k = 0; k < count; ++k) expected = expected * 5 % 1009 + 1;
    EXPECT_EQ(out[3], expected);
}

}  // namespace
}  // namespace ndweave::tests
