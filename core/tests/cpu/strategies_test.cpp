// Each strategy with each form of kernel: which one runs it, what is logged, and what it rejects.
#include "cpu/strategies.hpp"
#include "runtime/error_of.hpp"

namespace ndweave::tests {
namespace {

using ndweave::testing::error_of;

constexpr std::size_t n = 600, group = 60;

/// A kernel of every form, launched over n work-items (single_task: one that does all the work): x[i] becomes 3·i + 1.
enum class form { single_task, basic, basic_with_loop, nd_range, nd_range_with_loop, nd_range_with_barrier };

constexpr form forms[] = {form::single_task,        form::basic,
                          form::basic_with_loop,    form::nd_range,
                          form::nd_range_with_loop, form::nd_range_with_barrier};

constexpr const char* names[] = {"single_task",          "basic", "basic_with_loop", "nd_range", "nd_range_with_loop",
                                 "nd_range_with_barrier"};

bool is_basic(form f) { return f == form::basic || f == form::basic_with_loop; }

void launch(queue& q, form f, const kernel_properties& p, int* x, int three) {
    switch (f) {
        case form::single_task:
            q.submit([&](handler& h) {
                h.use(p).single_task([=] {
                    for (std::size_t i = 0; i < n; ++i) x[i] = three * static_cast<int>(i) + 1;
                });
            });
            break;
        case form::basic:
            q.parallel_for(range<1>(n), p, [=](id<1> i) { x[i] = three * static_cast<int>(i[0]) + 1; });
            break;
        case form::basic_with_loop:
            q.parallel_for(range<1>(n), p, [=](id<1> i) {
                int sum = 1;
                for (int k = 0; k < three; ++k) sum += static_cast<int>(i[0]);
                x[i] = sum;
            });
            break;
        case form::nd_range:
            q.parallel_for(nd_range<1>(n, group), p, [=](nd_item<1> it) {
                x[it.get_global_id(0)] = three * static_cast<int>(it.get_global_id(0)) + 1;
            });
            break;
        case form::nd_range_with_loop:
            q.parallel_for(nd_range<1>(n, group), p, [=](nd_item<1> it) {
                int sum = 1;
                for (int k = 0; k < three; ++k) sum += static_cast<int>(it.get_global_id(0));
                x[it.get_global_id(0)] = sum;
            });
            break;
        case form::nd_range_with_barrier:
            q.parallel_for(nd_range<1>(n, group), p, [=](nd_item<1> it) {
                const std::size_t i = it.get_global_id(0);
                x[i] = three * static_cast<int>(i);
                group_barrier(it.get_group());
                const int neighbour = x[i ^ 1];
                group_barrier(it.get_group());
                x[i] = neighbour + (i % 2 ? three : -three) + 1;
            });
            break;
    }
}

/// "" where the strategy cannot run it. Compiled: fibers are not.
std::string expected_strategy(form f, cpu_strategy s) {
    const bool barrier = f == form::nd_range_with_barrier;
    const bool compiled = reason_without_cbs().empty() && s != cpu_strategy::fiber;
    switch (s) {
        case cpu_strategy::loop:
            return barrier ? "" : "loop";
        case cpu_strategy::cbs:
            return f == form::single_task ? "loop" : "cbs";
        case cpu_strategy::automatic:
            if (compiled) return barrier ? "cbs" : "loop";
            break;
        case cpu_strategy::fiber:
            break;
    }
    return f == form::single_task || is_basic(f) ? "loop" : "fiber";
}

class Strategies : public EachStrategy {
protected:
    void SetUp() override {
        EachStrategy::SetUp();
        set_kernel_log([this](const kernel_log_entry& e) { heard = e; });
    }
    void TearDown() override { set_kernel_log({}); }

    kernel_log_entry heard;
};

TEST_P(Strategies, RunEachFormOrRefuseIt) {
    for (const form f : forms) {
        SCOPED_TRACE(names[static_cast<int>(f)]);
        const std::string expected = expected_strategy(f, GetParam());
        shared_array<int> x(n, q, -1);
        heard = {};
        if (expected.empty()) {
            const exception e = error_of([&] { launch(q, f, properties(), x.data(), 3); });
            EXPECT_EQ(e.code(), errc::kernel_not_supported);
            EXPECT_NE(std::string(e.what()).find("which strategy 'loop' cannot run: use"), std::string::npos)
                << e.what();
            continue;
        }
        launch(q, f, properties(), x.data(), 3);
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(x[i], 3 * static_cast<int>(i) + 1) << i;
        EXPECT_EQ(heard.strategy, expected) << heard.reason;
        EXPECT_EQ(heard.compiled, reason_without_cbs().empty() && GetParam() != cpu_strategy::fiber);
        EXPECT_FALSE(heard.reason.empty());
    }
}

TEST_P(Strategies, RunBasicKernelsOfEveryShape) {
    random_source random;
    for (int round = 0; round < 20; ++round) {
        const std::size_t a = 1 + random.below(40), b = 1 + random.below(40), c = 1 + random.below(700);
        shared_array<std::size_t> x(a * b * c, q);
        std::size_t* const p = x.data();
        q.parallel_for(range<3>(a, b, c), properties(), [=](id<3> i) { p[(i[0] * b + i[1]) * c + i[2]] += i[2] + 1; });
        q.parallel_for(range<2>(a * b, c), properties(), [=](id<2> i) { p[i[0] * c + i[1]] += 1000 * i[0]; });
        for (std::size_t i = 0; i < x.size(); ++i)
            ASSERT_EQ(x[i], i % c + 1 + 1000 * (i / c)) << a << " " << b << " " << c;
    }
}

TEST_P(Strategies, OfTheEnvironmentYieldToTheLaunch) {
    setenv("NDWEAVE_CPU", "fiber", 1);
    queue forced{device("cpu")};
    unsetenv("NDWEAVE_CPU");
    if (GetParam() == cpu_strategy::loop) GTEST_SKIP() << "the kernel has a barrier";
    shared_array<int> x(n, q);
    int* const p = x.data();
    const std::size_t own = group / (1 + static_cast<std::size_t>(GetParam()));  // another specialisation: heard again
    forced.parallel_for(nd_range<1>(n, own), properties(), [=](nd_item<1> it) {
        group_barrier(it.get_group());
        p[it.get_global_id(0)] = 1;
    });
    EXPECT_EQ(heard.strategy, GetParam() == cpu_strategy::cbs ? "cbs" : "fiber");
}

INSTANTIATE_TEST_SUITE_P(Cpu, Strategies, every_strategy, name_of_parameter);

}  // namespace
}  // namespace ndweave::tests
