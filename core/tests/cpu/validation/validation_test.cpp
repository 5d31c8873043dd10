// NDWEAVE_VALIDATE: launches run twice and are compared; correct programs continue, wrong results are reported.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <thread>
#include <vector>

#include "cpu/check/checking.hpp"
#include "cpu/strategies.hpp"
#include "ndweave/graph.hpp"
#include "ndweave/reports/validation_log.hpp"
#include "runtime/error_of.hpp"

namespace ndweave::tests {
namespace {

using ndweave::testing::error_of;
using outcome = validation_outcome;

/// Validates the queues that a test creates, and records the outcomes of their launches.
class Validation : public ::testing::Test {
protected:
    Validation() {
        setenv("NDWEAVE_VALIDATE", "1", 1);
        set_validation_log([this](const validation_log_entry& e) { heard.push_back(e); });
    }
    ~Validation() override {
        unsetenv("NDWEAVE_VALIDATE");
        set_validation_log({});
    }

    void SetUp() override {
        if (!reason_without_cbs().empty()) GTEST_SKIP() << reason_without_cbs();
        heard.clear();
    }

    void expect_outcome(outcome expected) const {
        ASSERT_EQ(heard.size(), 1u);
        EXPECT_EQ(heard[0].outcome, expected) << validation_outcome_name(heard[0].outcome) << ": " << heard[0].text;
    }

    queue make_queue() const { return queue(device("cpu")); }

    std::vector<validation_log_entry> heard;
};

TEST_F(Validation, OfABasicKernelFindsEqualResults) {
    queue q = make_queue();
    shared_array<double> x(1000, q, 1.5);
    double* const p = x.data();
    q.parallel_for(range<1>(1000), [=](id<1> i) { p[i] = p[i] * static_cast<double>(i[0]) + 1; });
    expect_outcome(outcome::equal);
    for (std::size_t i = 0; i < 1000; ++i) ASSERT_EQ(x[i], 1.5 * static_cast<double>(i) + 1);
}

TEST_F(Validation, OfASingleTaskFindsEqualResults) {
    queue q = make_queue();
    shared_array<int> x(100, q, 2);
    int* const p = x.data();
    q.single_task([=] { std::partial_sum(p, p + 100, p); });
    expect_outcome(outcome::equal);
    EXPECT_EQ(x[99], 200);
}

TEST_F(Validation, OfBarriersLocalMemoryAndSubGroupsFindsEqualResults) {
    queue q = make_queue();
    shared_array<int> x(192, q, 3);
    int* const p = x.data();
    q.submit([&](handler& h) {
        local_accessor<int, 1> tile(48, h);
        h.parallel_for(nd_range<1>(192, 48), [=](nd_item<1> it) {
            const std::size_t l = it.get_local_id(0), i = it.get_global_id(0);
            int trips[4] = {1, 2, 3, static_cast<int>(l)};
            tile[l] = p[i] + trips[l % 4];
            group_barrier(it.get_group());
            int sum = reduce_over_group(it.get_group(), tile[47 - l], plus<int>());
            sum += select_from_group(it.get_sub_group(), sum + static_cast<int>(l), 1);
            p[i] = sum;
        });
    });
    expect_outcome(outcome::equal);
}

TEST_F(Validation, OfThreeDimensionsFindsEqualResults) {
    queue q = make_queue();
    shared_array<int> x(5 * 6 * 7, q);
    int* const p = x.data();
    q.parallel_for(range<3>(5, 6, 7),
                   [=](item<3> it) { p[it.get_linear_id()] += static_cast<int>(it[0] + 10 * it[1] + 100 * it[2]); });
    expect_outcome(outcome::equal);
    EXPECT_EQ(x[5 * 6 * 7 - 1], 654);
}

TEST_F(Validation, OfReductionsFindsNothingWrong) {
    queue q = make_queue();
    shared_array<float> x(10000, q, 0.1f), sum(1, q);
    shared_array<int> most(1, q);
    const float* const p = x.data();
    q.parallel_for(range<1>(10000), reduction(sum.data(), plus<float>()), reduction(most.data(), maximum<int>()),
                   [=](id<1> i, auto& s, auto& m) {
                       s += p[i];
                       m.combine(static_cast<int>(i[0]));
                   });
    EXPECT_EQ(heard.size(), 1u);
    EXPECT_EQ(most[0], 9999);
    EXPECT_NEAR(sum[0], 1000, 0.1);
}

TEST_F(Validation, OfHistogramsFindsEqualResults) {
    queue q = make_queue();
    shared_array<unsigned> bins(16, q);
    unsigned* const p = bins.data();
    q.parallel_for(nd_range<1>(4096, 64), [=](nd_item<1> it) {
        atomic_ref<unsigned, memory_order::relaxed, memory_scope::device>(p[it.get_global_id(0) * 7 % 16]) += 1u;
    });
    expect_outcome(outcome::equal);
    EXPECT_EQ(bins[3], 256u);
}

TEST_F(Validation, AllowsAtomicSumsToRound) {
    queue q = make_queue();
    shared_array<float> sum(1, q);
    float* const p = sum.data();
    q.parallel_for(nd_range<1>(1 << 16, 64), [=](nd_item<1> it) {
        atomic_ref<float, memory_order::relaxed, memory_scope::device>(*p) +=
            1.0f / static_cast<float>(1 + it.get_global_id(0));
    });
    ASSERT_EQ(heard.size(), 1u);
    EXPECT_NEAR(sum[0], 11.67, 0.1);
}

TEST_F(Validation, AllowsMathematicsAndFastMathToRound) {
    queue q = make_queue();
    shared_array<float> x(4096, q), y(4096, q);
    for (int i = 0; i < 4096; ++i) x[i] = 0.01f * static_cast<float>(i);
    float *const p = x.data(), *const r = y.data();
    q.parallel_for(range<1>(4096), kernel_properties{.fast_math = true}, [=](id<1> i) {
        float sum = 0;
        for (int k = 1; k < 40; ++k) sum += std::sin(p[i] * static_cast<float>(k)) / static_cast<float>(k);
        r[i] = sum;
    });
    expect_outcome(outcome::within_bound);
}

/// A slot of a queue for each iteration of a uniform loop: as compiled, every one takes its first
/// slot before anybody takes a second one.
template <class Then>
void fill_slots(queue& q, const unsigned* trips, unsigned* count, unsigned* slots, const Then& then) {
    q.parallel_for(nd_range<1>(1024, 16), [=](nd_item<1> it) {
        const auto i = static_cast<unsigned>(it.get_global_id(0));
        atomic_ref<unsigned, memory_order::relaxed, memory_scope::device> next(*count);
        for (unsigned iteration = 0; iteration < trips[0]; ++iteration) {
            slots[next.fetch_add(1u)] = i;
            for (unsigned k = 0; k < trips[1]; ++k) slots[4096 + i] += trips[k] * i;
        }
        then(it);
    });
}

TEST_F(Validation, LeavesOutWhatDependsOnTheOrder) {
    queue q = make_queue();
    shared_array<unsigned> trips(4, q, 4), count(1, q), slots(8192, q);
    fill_slots(q, trips.data(), count.data(), slots.data(), [](const nd_item<1>&) {});
    expect_outcome(outcome::order_dependent);
    EXPECT_EQ(heard[0].text.find("not compared: "), 0u) << heard[0].text;
    EXPECT_EQ(count[0], 4096u);
    EXPECT_EQ(slots[4096 + 1000], 4 * 16 * 1000u);
}

TEST_F(Validation, LeavesOutWhatDependsOnTheLanesThatAreActive) {
    queue q = make_queue();
    shared_array<unsigned> counts(128, q);
    unsigned* const c = counts.data();
    q.parallel_for(nd_range<1>(128, 64), kernel_properties{.sub_group_size = 16}, [=](nd_item<1> it) {
        const std::size_t i = it.get_global_id(0);
        if (i % 4 != 0)
            c[i] = ext::oneapi::experimental::this_kernel::get_opportunistic_group().get_local_linear_range();
    });
    expect_outcome(outcome::order_dependent);
    EXPECT_NE(heard[0].text.find("asks which lanes of a sub-group are active"), std::string::npos) << heard[0].text;
    EXPECT_EQ(c[127], 12u);
}

TEST_F(Validation, EndsWhereGroupsWaitForThoseBeforeThem) {
    queue q = make_queue();
    shared_array<unsigned> trips(4, q, 4), count(1, q), slots(8192, q), flags(64, q);
    unsigned* const f = flags.data();
    fill_slots(q, trips.data(), count.data(), slots.data(), [=](const nd_item<1>& it) {
        if (it.get_local_id(0) != 0) return;
        const std::size_t g = it.get_group(0);
        while (g && !atomic_ref<unsigned, memory_order::acquire, memory_scope::device>(f[g - 1]).load()) {
        }
        atomic_ref<unsigned, memory_order::release, memory_scope::device>(f[g]).store(1u);
    });
    expect_outcome(outcome::order_dependent);
    EXPECT_NE(heard[0].text.find("does not end"), std::string::npos) << heard[0].text;
    EXPECT_EQ(flags[63], 1u);
}

struct padded {
    char letter;
    double number;
    short tail;
};

TEST_F(Validation, LeavesOutPadding) {
    queue q = make_queue();
    shared_array<padded> x(512, q, padded{'a', 1.5, 2});
    for (int i = 0; i < 512; ++i) {
        std::fill_n(reinterpret_cast<unsigned char*>(&x[i]), sizeof(padded), static_cast<unsigned char>(i));
        x[i].letter = 'a', x[i].number = i, x[i].tail = 7;
    }
    padded* const p = x.data();
    q.parallel_for(range<1>(256), [=](id<1> i) {
        padded one = p[i];
        one.number += 1;
        p[i[0] + 256] = one;
    });
    ASSERT_EQ(heard.size(), 1u);
    EXPECT_EQ(x[300].number, 45);
}

TEST_F(Validation, RunsGraphsAndMemoryOfTheHost) {
    queue q = make_queue();
    shared_array<int> x(256, q, 1);
    std::vector<int> host(256, 5);
    int *const p = x.data(), *const h = host.data();
    command_graph<> graph(q);
    graph.begin_recording(q);
    q.parallel_for(range<1>(256), [=](id<1> i) { p[i] += h[i]; });
    q.parallel_for(range<1>(256), [=](id<1> i) { h[i] = p[i] * 2; });
    graph.end_recording(q);
    const auto ready = graph.finalize();
    for (int iteration = 0; iteration < 2; ++iteration)
        q.submit([&](handler& group) { group.ext_oneapi_graph(ready); });
    ASSERT_EQ(heard.size(), 4u);
    for (const auto& e : heard) EXPECT_EQ(e.outcome, outcome::equal) << e.text;
    EXPECT_EQ(host[200], 2 * (6 + 12));
}

/// Work-items that read what their neighbours write: unoptimised they follow each other, in vectors they do not.
void race(queue& q, int* p) {
    q.parallel_for(range<1>(1024), [=](id<1> i) { p[i[0] + 1] = p[i] + 1; });
}

TEST_F(Validation, NamesWhatDiffersAndTheStepThatMadeIt) {
    queue q = make_queue();
    shared_array<int> x(1025, q);
    const exception e = error_of([&] { race(q, x.data()); });
    EXPECT_EQ(e.code(), errc::build);
    expect_text(e, "captured pointer 1 (byte 0 of the functor)");
    expect_text(e, "is 0x00000001 (int32 1) instead of ");
    expect_text(e, "validation_test.cpp:");
    expect_text(e, "makes the difference: optimise: LoopVectorizePass, pass ");
    EXPECT_TRUE(heard.empty());
}

TEST_F(Validation, FindsDivergentBarriers) {
    queue q = make_queue();
    const exception e = error_of([&] {
        q.parallel_for(nd_range<1>(64, 32), [=](nd_item<1> it) {
            if (it.get_local_id(0) < 7) group_barrier(it.get_group());
        });
    });
    EXPECT_EQ(e.code(), errc::kernel);
    expect_text(e, "divergent barrier: of the 32 work-items of a work-group 7 wait");
    shared_array<int> x(64, q, 1);
    int* const p = x.data();
    q.parallel_for(nd_range<1>(64, 32), [=](nd_item<1> it) { p[it.get_global_id(0)] += 1; });
    expect_outcome(outcome::equal);
}

TEST_F(Validation, OfSeveralQueuesAtOnceFindsEqualResults) {
    queue memory = make_queue();
    shared_array<int> x(4 * 256, memory);
    int* const p = x.data();
    std::vector<std::thread> threads;
    std::atomic<int> equal = 0;
    set_validation_log([&](const validation_log_entry& e) { equal += e.outcome == outcome::equal; });
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([=, this] {
            queue q = make_queue();
            for (int iteration = 0; iteration < 8; ++iteration) {
                q.parallel_for(range<1>(256), [=](id<1> i) { p[256 * t + static_cast<int>(i[0])] += t; });
                q.fill(p + 256 * t, 7 * t, 1);
            }
        });
    }
    for (std::thread& t : threads) t.join();
    EXPECT_EQ(equal, 32);
    for (int t = 0; t < 4; ++t) ASSERT_EQ(x[256 * t + 1], 8 * t);
}

TEST_F(Validation, LeavesTheUnoptimisedResultsBehindAnError) {
    queue q = make_queue();
    shared_array<int> x(1025, q);
    error_of([&] { race(q, x.data()); });
    for (int i = 0; i <= 1024; ++i) ASSERT_EQ(x[i], i);
}

TEST_F(Validation, TellsOfKernelsInLibraryMode) {
    queue q = make_queue();
    shared_array<int> x(64, q);
    int* const p = x.data();
    q.parallel_for(nd_range<1>(64, 8), kernel_properties{.strategy = cpu_strategy::fiber},
                   [=](nd_item<1> it) { p[it.get_global_id(0)] = 1; });
    expect_outcome(outcome::not_validated);
}

TEST_F(Validation, TakesTheFirstLaunchAndAShareOfTheOthers) {
    setenv("NDWEAVE_VALIDATE", "0.25", 1);
    queue q = make_queue();
    shared_array<int> x(64, q);
    int* const p = x.data();
    std::vector<int> validated;
    for (int iteration = 0; iteration < 12; ++iteration) {
        heard.clear();
        q.parallel_for(range<1>(64), [=](id<1> i) { p[i] += 1; });
        if (!heard.empty()) validated.push_back(iteration);
    }
    EXPECT_EQ(validated, (std::vector<int>{0, 3, 7, 11}));
    EXPECT_EQ(x[5], 12);
}

TEST(ValidationVariable, MustBeAShare) {
    for (const char* value : {"2", "-0.5", "yes", "0.5x", "nan"}) {
        setenv("NDWEAVE_VALIDATE", value, 1);
        const exception e = error_of([] { queue q(device("cpu")); });
        EXPECT_EQ(e.code(), errc::invalid);
        expect_text(e, "NDWEAVE_VALIDATE is '" + std::string(value) + "'");
    }
    for (const char* value : {"", "0", "1", "0.01"}) {
        setenv("NDWEAVE_VALIDATE", value, 1);
        EXPECT_NO_THROW(queue(device("cpu")));
    }
    unsetenv("NDWEAVE_VALIDATE");
}

TEST(ValidationVariable, IsNotForCheckMode) {
    const checking on;
    setenv("NDWEAVE_VALIDATE", "1", 1);
    EXPECT_EQ(error_of([] { queue q(device("cpu")); }).code(), errc::invalid);
    unsetenv("NDWEAVE_VALIDATE");
}

}  // namespace
}  // namespace ndweave::tests
