// Kernels that call functions of other translation units (SYCL 2020, 5.10.1).
#include "external_functions/functions.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace {

constexpr std::size_t groups = 7, local = 33, items = groups * local;

std::vector<int> random_numbers() {
    std::mt19937 random(std::random_device{}());
    std::vector<int> numbers(items);
    for (int& x : numbers) x = static_cast<int>(random() % 1000);
    return numbers;
}

/// What a kernel makes of `x` that `launch(handler, from, to)` submits.
template <class Launch>
std::vector<int> results_of(const std::vector<int>& x, const Launch& launch) {
    std::vector<int> got(items);
    {
        sycl::queue q;
        sycl::buffer<int> in(x.data(), items), out(got.data(), items);
        q.submit([&](sycl::handler& h) {
            launch(h, sycl::accessor(in, h, sycl::read_only), sycl::accessor(out, h, sycl::write_only));
        });
    }
    return got;
}

/// What the kernel `f(x[i])` makes of random numbers is what the host's copy of the functions makes of them.
template <class F>
void expect_as_on_host(const F& f) {
    const std::vector<int> x = random_numbers();
    const std::vector<int> got = results_of(x, [&](sycl::handler& h, const auto& from, const auto& to) {
        h.parallel_for(sycl::range<1>(items), [=](sycl::id<1> i) { to[i] = f(from[i]); });
    });
    for (std::size_t i = 0; i < items; ++i) EXPECT_EQ(got[i], f(x[i])) << x[i];
}

TEST(ExternalFunctions, CallOthersAndReadTablesOfTheirOwn) {
    expect_as_on_host([](int x) { return external::weighted(x); });
}

TEST(ExternalFunctions, HaveLoops) {
    expect_as_on_host([](int x) { return external::fibonacci(x % 40); });
}

TEST(ExternalFunctions, CallEachOther) {
    expect_as_on_host([](int x) { return external::is_even(static_cast<unsigned>(x)) ? 1 : 0; });
}

TEST(ExternalFunctions, TakeReferences) {
    expect_as_on_host([](int x) {
        int sum = x;
        external::add_to(sum, {x, 2 * x, 3, external::fibonacci(x % 5)});
        return sum;
    });
}

TEST(ExternalFunctions, WaitForTheWorkGroup) {
    const std::vector<int> x = random_numbers();
    const std::vector<int> got = results_of(x, [](sycl::handler& h, const auto& from, const auto& to) {
        const sycl::local_accessor<int, 1> shared(local, h);
        h.parallel_for(sycl::nd_range<1>(items, local), [=](sycl::nd_item<1> it) {
            const std::size_t i = it.get_global_id(0);
            to[i] = external::from_neighbour(it, &shared[0], from[i]);
        });
    });
    for (std::size_t i = 0; i < items; ++i) EXPECT_EQ(got[i], x[i / local * local + (i % local + 1) % local]);
}

}  // namespace
