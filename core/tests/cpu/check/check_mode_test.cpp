// NDWEAVE_CHECK=1: mistakes in kernels are reported with their source line, and kernels without any run as ever.
#include <cstdlib>
#include <memory>
#include <numeric>
#include <optional>

#include "cpu/check/checking.hpp"
#include "cpu/strategies.hpp"
#include "runtime/error_of.hpp"

namespace ndweave::tests {
namespace {

using ndweave::testing::error_of;

class CheckMode : public ::testing::TestWithParam<cpu_strategy> {
protected:
    void SetUp() override {
        if (GetParam() == cpu_strategy::cbs && !reason_without_cbs().empty()) GTEST_SKIP() << reason_without_cbs();
    }

    kernel_properties properties() const { return {.strategy = GetParam()}; }
    bool compiled() const { return GetParam() != cpu_strategy::fiber && reason_without_cbs().empty(); }

    /// Whether reports of barriers have them: in library mode, too, the kernel compiler looks them up.
    bool lines() const { return reason_without_cbs().empty(); }

    /// Of compiled kernels.
    static void expect_line(const exception& e, int line) {
        expect_text(e, "check_mode_test.cpp:" + std::to_string(line) + ")");
    }

    /// Fibers of library mode, where there is no check mode, find the same barriers.
    struct checking_where_compiled {
        checking_where_compiled() {
            if (reason_without_cbs().empty()) on.emplace();
        }
        std::optional<checking> on;
    } on;
    queue q{device("cpu")};
};

class CheckBarriers : public CheckMode {};
class CheckMemory : public CheckMode {
protected:
    void SetUp() override {
        if (!compiled()) GTEST_SKIP() << "memory is checked in compiled kernels only: " << reason_without_cbs();
    }
};

/// `D`-dimensional ranges of 8·8·2·… work-items in groups of 4·2·2.
template <int D>
nd_range<D> execution() {
    if constexpr (D == 1) return nd_range<1>(64, 16);
    if constexpr (D == 2) return nd_range<2>({8, 8}, {4, 2});
    if constexpr (D == 3) return nd_range<3>({4, 4, 4}, {2, 4, 2});
}

/// Local memory, barriers in a loop, a private array, a guard and atomics.
template <int D>
void run_clean(queue& q, const kernel_properties& properties) {
    const nd_range<D> over = execution<D>();
    const std::size_t items = over.get_global_range().size(), group = over.get_local_range().size();
    shared_array<int> data(items, q), total(1, q);
    std::iota(data.data(), data.data() + items, 0);
    int *const d = data.data(), *const sum = total.data();
    q.submit([&](handler& h) {
        const local_accessor<int> part(range<1>(group), h), other(range<1>(group), h);
        h.use(properties).parallel_for(over, [=](nd_item<D> it) {
            const std::size_t l = it.get_local_linear_id(), g = it.get_global_linear_id();
            int mine[4];
            for (int k = 0; k < 4; ++k) mine[k] = d[g] * k;
            part[l] = mine[(l + 1) % 4];
            other[l] = 1;
            for (std::size_t step = group / 2; step > 0; step /= 2) {
                group_barrier(it.get_group());
                if (l < step) {
                    part[l] += part[l + step];
                    other[l] += other[l + step];
                }
            }
            group_barrier(it.get_group());
            if (l == 0) {
                atomic_ref<int, memory_order::relaxed, memory_scope::device>(*sum) += part[0] + other[0];
            }
        });
    });
    int expected = 0;
    for (std::size_t i = 0; i < items; ++i) expected += 1;
    q.parallel_for(over, kernel_properties{.strategy = cpu_strategy::fiber}, [=](nd_item<D> it) {
        const std::size_t l = it.get_local_linear_id(), g = it.get_global_linear_id();
        atomic_ref<int, memory_order::relaxed, memory_scope::device>(*sum) -= d[g] * static_cast<int>((l + 1) % 4);
    });
    EXPECT_EQ(total[0], expected);
}

TEST_P(CheckBarriers, KernelsWithoutMistakesStayClean) {
    EXPECT_NO_THROW(run_clean<1>(q, properties()));
    EXPECT_NO_THROW(run_clean<2>(q, properties()));
    EXPECT_NO_THROW(run_clean<3>(q, properties()));
    shared_array<float> x(1000, q, 2);
    float* const p = x.data();
    EXPECT_NO_THROW(q.parallel_for(range<1>(1000), properties(), [=](id<1> i) { p[i] *= 3; }));
    EXPECT_EQ(x[999], 6);
    EXPECT_NO_THROW(q.parallel_for(nd_range<1>(1024, 64), properties(), reduction(p, plus<float>()),
                                   [=](nd_item<1>, auto& sum) { sum += 1; }));
    EXPECT_EQ(x[0], 6 + 1024);
}

template <int D>
exception divergence(queue& q, const kernel_properties& properties, std::size_t first, std::size_t last) {
    return error_of([&] {
        q.parallel_for(execution<D>(), properties, [=](nd_item<D> it) {
            const std::size_t l = it.get_local_linear_id();
            if (l >= first && l < last) group_barrier(it.get_group());  // this is the line
        });
    });
}
constexpr int line_of_divergence = __LINE__ - 4;

TEST_P(CheckBarriers, ABarrierThatSomeReachIsReported) {
    for (const auto& [first, last] : {std::pair(0, 3), std::pair(2, 8), std::pair(0, 1), std::pair(7, 8)}) {
        for (const exception& e :
             {divergence<1>(q, properties(), first, last), divergence<2>(q, properties(), first, last),
              divergence<3>(q, properties(), first, last)}) {
            EXPECT_EQ(e.code(), errc::kernel);
            expect_text(e, "divergent barrier");
            expect_text(e, "lambda");
            if (lines()) expect_text(e, "check_mode_test.cpp:" + std::to_string(line_of_divergence));
        }
    }
    run_clean<1>(q, properties());
}

TEST_P(CheckBarriers, LoopsThatEndAtDifferentTimesAreReported) {
    const exception e = error_of([&] {
        q.parallel_for(nd_range<1>(64, 16), properties(), [](nd_item<1> it) {
            for (std::size_t i = 0; i < 2 + it.get_local_id(0) / 8; ++i) group_barrier(it.get_group());
        });
    });
    EXPECT_EQ(e.code(), errc::kernel);
    expect_text(e, "divergent barrier");
    if (lines()) expect_text(e, "check_mode_test.cpp:" + std::to_string(__LINE__ - 5));
}

TEST_P(CheckBarriers, EqualCountsInUnequalLoopsAreClean) {
    shared_array<int> out(64, q);
    int* const o = out.data();
    EXPECT_NO_THROW(q.parallel_for(nd_range<1>(64, 16), properties(), [=](nd_item<1> it) {
        for (std::size_t i = 0; i < 2 + it.get_local_id(0); ++i) {
            o[it.get_global_id(0)] += static_cast<int>(i);
            if (i < 2) group_barrier(it.get_group());
        }
    }));
    for (int i = 0; i < 64; ++i) EXPECT_EQ(out[i], (1 + i % 16) * (2 + i % 16) / 2);
}

TEST_P(CheckMemory, ReadsAndWritesBeyondAnAllocation) {
    shared_array<int> data(100, q), results(100, q);
    int *const d = data.data(), *const r = results.data();
    const exception read =
        error_of([&] { q.parallel_for(range<1>(100), properties(), [=](id<1> i) { r[i] = d[i[0] + 1]; }); });
    EXPECT_EQ(read.code(), errc::kernel);
    expect_text(read, "out-of-bounds read of 4 bytes");
    expect_text(read, "at byte 400 of a shared allocation of 400 bytes");
    expect_line(read, __LINE__ - 4);
    const exception write =
        error_of([&] { q.parallel_for(range<2>(10, 11), properties(), [=](id<2> i) { d[i[0] * 11 + i[1]] = 1; }); });
    expect_text(write, "out-of-bounds write of 4 bytes");
    expect_line(write, __LINE__ - 2);
    const exception before = error_of([&] {
        q.parallel_for(nd_range<3>({5, 5, 4}, {5, 1, 2}), properties(), [=](nd_item<3> it) {
            const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(it.get_global_linear_id());
            d[at - 1] = 1;
        });
    });
    expect_line(before, __LINE__ - 3);
    EXPECT_NO_THROW(q.parallel_for(range<1>(100), properties(), [=](id<1> i) { d[i] = 0; }));
}

TEST_P(CheckMemory, WholeObjectsAndAtomicsToo) {
    struct wide {
        double v[8];
    };
    wide* const w = malloc_device<wide>(4, q);
    const exception copy = error_of([&] {
        q.parallel_for(range<1>(4), properties(), [=](id<1> i) {
            if (i[0] == 3) *reinterpret_cast<wide*>(&w[i].v[1]) = w[0];
        });
    });
    expect_text(copy, "out-of-bounds write of");
    expect_text(copy, "device allocation of 256 bytes");
    expect_line(copy, __LINE__ - 5);
    int* const counters = reinterpret_cast<int*>(w);
    const exception atomic = error_of([&] {
        q.parallel_for(range<1>(65), properties(), [=](id<1> i) {
            atomic_ref<int, memory_order::relaxed, memory_scope::device>(counters[i]) += 1;
        });
    });
    expect_text(atomic, "out-of-bounds write of 4 bytes");
    expect_line(atomic, __LINE__ - 4);
    free(w, q);
}

TEST_P(CheckMemory, FreedMemoryAndMemoryOfTheHost) {
    int* const gone = malloc_shared<int>(16, q);
    free(gone, q);
    const auto host = std::make_unique<int[]>(16);
    for (int* const d : {gone, host.get()}) {
        const exception e = error_of([&] { q.single_task([=] { d[3] = 1; }); });
        EXPECT_EQ(e.code(), errc::kernel);
        expect_text(e, "out-of-bounds write of 4 bytes");
        expect_line(e, __LINE__ - 3);
    }
}

TEST_P(CheckMemory, AccessesBeyondLocalMemoryAreFound) {
    for (const int past : {0, 3, -20}) {
        const exception e = error_of([&] {
            q.submit([&](handler& h) {
                const local_accessor<float> first(range<1>(16), h), second(range<1>(16), h);
                h.use(properties()).parallel_for(nd_range<2>({8, 8}, {4, 4}), [=](nd_item<2> it) {
                    const auto l = static_cast<int>(it.get_local_linear_id());
                    first[l] = second[l] = 1;
                    group_barrier(it.get_group());
                    if (l == (past < 0 ? 0 : 15)) first[l] = second[l + past] + (&second[l])[past != 0 ? 0 : 1];
                });
            });
        });
        EXPECT_EQ(e.code(), errc::kernel);
        expect_text(e, "out-of-bounds read of 4 bytes");
        expect_text(e, past == 0 ? "at byte 64 of a local_accessor of 64 bytes" : "of a local_accessor of 64 bytes");
        expect_line(e, __LINE__ - 7);
    }
}

int sum_down(const int* values, int k) { return k < 0 ? 0 : values[k] + sum_down(values, k - 1) % 7; }

TEST_P(CheckMemory, FunctionsThatRecurseAreRefused) {
    shared_array<int> data(16, q, 1), results(16, q);
    const auto run = [&](queue& place) {
        place.parallel_for(range<1>(16), properties(), [d = data.data(), r = results.data()](id<1> i) {
            r[i] = sum_down(d, static_cast<int>(i[0]));
        });
    };
    const exception e = error_of([&] { run(q); });
    expect_text(e, "sum_down");
    expect_text(e, "recursively, which check mode does not follow");
    unsetenv("NDWEAVE_CHECK");
    queue unchecked{device("cpu")};
    EXPECT_NO_THROW(run(unchecked));
    EXPECT_EQ(results[1], 2);
}

INSTANTIATE_TEST_SUITE_P(Cpu, CheckBarriers, barrier_strategies, name_of_parameter);
INSTANTIATE_TEST_SUITE_P(Cpu, CheckMemory, ::testing::Values(cpu_strategy::automatic, cpu_strategy::cbs),
                         name_of_parameter);

TEST(CheckModeEnvironment, IsOneOrZero) {
    for (const char* off : {"", "0"}) {
        setenv("NDWEAVE_CHECK", off, 1);
        EXPECT_NO_THROW(queue{device("cpu")});
    }
    setenv("NDWEAVE_CHECK", "yes", 1);
    const exception e = error_of([] { queue{device("cpu")}; });
    unsetenv("NDWEAVE_CHECK");
    EXPECT_EQ(e.code(), errc::invalid);
    EXPECT_STREQ(e.what(), "NDWEAVE_CHECK is 'yes': it must be 0 or 1");
}

TEST(CheckModeEnvironment, IsRefusedOffTheCpu) {
    std::vector<device> others;
    for (const device& d : device::get_devices()) {
        if (d.backend_name() != "cpu") others.push_back(d);
    }
    if (others.empty()) GTEST_SKIP() << "no device but the cpu";
    const checking on;
    for (const device& d : others) {
        const exception e = error_of([&] { queue q(d); });
        EXPECT_EQ(e.code(), errc::feature_not_supported);
        EXPECT_NE(std::string(e.what()).find("on the cpu only"), std::string::npos) << e.what();
    }
}

}  // namespace
}  // namespace ndweave::tests
