/// Specialization constants: values that command groups and bundles give, which kernels read.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <sycl/sycl.hpp>

namespace {

struct coefficients {
    float a[5];
    int count;
    friend bool operator==(const coefficients&, const coefficients&) = default;
};

constexpr sycl::specialization_id<int> number(7);
constexpr sycl::specialization_id<float> factor(0.5f);
constexpr sycl::specialization_id<coefficients> polynomial(coefficients{{1, 2, 3, 0, 0}, 3});

struct in_a_class {
    static constexpr sycl::specialization_id<std::uint64_t> wide{1234567890123456789u};
};

constexpr sycl::specialization_id<std::array<unsigned char, 3>> bytes(std::array<unsigned char, 3>{9, 8, 7});

/// What a kernel over `n` work-items writes, after `set` has had the command group.
template <class Set, class Kernel>
std::vector<float> run(std::size_t n, const Set& set, const Kernel& kernel) {
    sycl::queue q;
    float* const out = sycl::malloc_shared<float>(n, q);
    q.submit([&](sycl::handler& h) {
        set(h);
        h.parallel_for(sycl::range<1>(n),
                       [=](sycl::id<1> i, sycl::kernel_handler k) { out[i] = kernel(static_cast<float>(i[0]), k); });
    });
    q.wait();
    std::vector<float> result(out, out + n);
    sycl::free(out, q);
    return result;
}

const auto nothing = [](sycl::handler&) {};

TEST(SpecializationConstants, HaveTheirDefaults) {
    const auto got = run(100, nothing, [](float i, sycl::kernel_handler k) {
        const auto p = k.get_specialization_constant<polynomial>();
        const auto b = k.get_specialization_constant<bytes>();
        const auto w = k.get_specialization_constant<in_a_class::wide>();
        return i * k.get_specialization_constant<factor>() +
               static_cast<float>(k.get_specialization_constant<number>()) + p.a[2] +
               static_cast<float>(p.count + b[0] + b[2]) + static_cast<float>(w % 1000);
    });
    for (int i = 0; i < 100; ++i) ASSERT_EQ(got[i], static_cast<float>(i) / 2 + 7 + 3 + 3 + 16 + 789) << i;
}

TEST(SpecializationConstants, HaveTheValuesOfTheCommandGroup) {
    std::mt19937 random(std::random_device{}());
    for (int round = 0; round < 5; ++round) {
        const int n = static_cast<int>(random() % 1000) - 500;
        const float f = static_cast<float>(random() % 64) / 8;
        coefficients c{{}, static_cast<int>(random() % 6)};
        for (float& a : c.a) a = static_cast<float>(random() % 10);
        const auto set = [&](sycl::handler& h) {
            EXPECT_EQ(h.get_specialization_constant<number>(), 7);
            h.set_specialization_constant<number>(3);
            h.set_specialization_constant<number>(n);
            h.set_specialization_constant<factor>(f);
            h.set_specialization_constant<polynomial>(c);
            EXPECT_EQ(h.get_specialization_constant<number>(), n);
            EXPECT_EQ(h.get_specialization_constant<polynomial>(), c);
        };
        const auto got = run(333, set, [](float i, sycl::kernel_handler k) {
            const auto p = k.get_specialization_constant<polynomial>();
            float sum = 0;
            for (int a = 0; a < p.count && a < 5; ++a) sum = sum * 2 + p.a[a];
            return i * k.get_specialization_constant<factor>() +
                   static_cast<float>(k.get_specialization_constant<number>()) + sum;
        });
        float sum = 0;
        for (int a = 0; a < c.count && a < 5; ++a) sum = sum * 2 + c.a[a];
        for (int i = 0; i < 333; ++i) ASSERT_EQ(got[i], static_cast<float>(i) * f + static_cast<float>(n) + sum) << i;
    }
}

/// Groups, local memory and barriers beside them; a loop whose trip count is one.
TEST(SpecializationConstants, CountTurnsOfLoopsWithBarriers) {
    sycl::queue q;
    constexpr int local = 32, n = 7 * local;
    int* const out = sycl::malloc_shared<int>(n, q);
    for (const int turns : {0, 1, 5, 12}) {
        q.submit([&](sycl::handler& h) {
            h.set_specialization_constant<number>(turns);
            sycl::local_accessor<int, 1> row(sycl::range<1>(local), h);
            h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it, sycl::kernel_handler k) {
                const int l = static_cast<int>(it.get_local_id(0));
                int x = l;
                for (int t = 0; t < k.get_specialization_constant<number>(); ++t) {
                    row[l] = x;
                    sycl::group_barrier(it.get_group());
                    x += row[(l + 1) % local];
                    sycl::group_barrier(it.get_group());
                }
                out[it.get_global_id(0)] = x;
            });
        });
        q.wait();
        std::vector<int> row(local);
        for (int l = 0; l < local; ++l) row[l] = l;
        for (int t = 0; t < turns; ++t) {
            const std::vector<int> before = row;
            for (int l = 0; l < local; ++l) row[l] += before[(l + 1) % local];
        }
        for (int i = 0; i < n; ++i) ASSERT_EQ(out[i], row[i % local]) << turns << " " << i;
    }
    sycl::free(out, q);
}

TEST(SpecializationConstants, AreThoseOfEachLaunch) {
    sycl::queue q;
    int* const out = sycl::malloc_shared<int>(20, q);
    for (int round = 0; round < 20; ++round) {
        q.submit([&](sycl::handler& h) {
            if (round % 3 != 0) h.set_specialization_constant<number>(round);
            h.single_task([=](sycl::kernel_handler k) { out[round] = k.get_specialization_constant<number>(); });
        });
    }
    q.wait();
    for (int round = 0; round < 20; ++round) EXPECT_EQ(out[round], round % 3 != 0 ? round : 7);
    q.single_task([=](sycl::kernel_handler k) {
         out[0] = k.get_specialization_constant<in_a_class::wide>() % 10;
     }).wait();
    EXPECT_EQ(out[0], 9);
    sycl::free(out, q);
}

class scaled_by_number;

TEST(KernelBundle, GivesItsConstantsToTheKernel) {
    sycl::queue q;
    auto input = sycl::get_kernel_bundle<scaled_by_number, sycl::bundle_state::input>(q.get_context());
    EXPECT_TRUE(input.has_kernel<scaled_by_number>());
    EXPECT_TRUE(input.contains_specialization_constants());
    EXPECT_TRUE(input.has_specialization_constant<number>());
    EXPECT_EQ(input.get_specialization_constant<number>(), 7);
    input.set_specialization_constant<number>(11);
    EXPECT_EQ(input.get_specialization_constant<number>(), 11);
    const auto built = sycl::build(input);
    input.set_specialization_constant<number>(12);
    EXPECT_EQ(built.get_specialization_constant<number>(), 11);
    int* const out = sycl::malloc_shared<int>(40, q);
    const auto launch = [&](const sycl::kernel_bundle<sycl::bundle_state::executable>* bundle) {
        q.submit([&](sycl::handler& h) {
            if (bundle) h.use_kernel_bundle(*bundle);
            h.parallel_for<scaled_by_number>(sycl::range<1>(40), [=](sycl::item<1> i, sycl::kernel_handler k) {
                out[i] = static_cast<int>(i.get_linear_id()) * k.get_specialization_constant<number>();
            });
        });
        q.wait();
    };
    launch(nullptr);
    for (int i = 0; i < 40; ++i) ASSERT_EQ(out[i], 7 * i);
    launch(&built);
    for (int i = 0; i < 40; ++i) ASSERT_EQ(out[i], 11 * i);
    const auto linked = sycl::link(sycl::compile(input));
    launch(&linked);
    for (int i = 0; i < 40; ++i) ASSERT_EQ(out[i], 12 * i);
    sycl::free(out, q);
}

template <class T, int N>
inline constexpr sycl::specialization_id<T> of_several{T(N)};

TEST(SpecializationConstants, OfOneVariableTemplateAreSeveral) {
    sycl::queue q;
    float* const out = sycl::malloc_shared<float>(4, q);
    q.submit([&](sycl::handler& h) {
         h.set_specialization_constant<of_several<int, 1>>(11);
         h.set_specialization_constant<of_several<float, 2>>(12.5f);
         h.single_task([=](sycl::kernel_handler k) {
             out[0] = static_cast<float>(k.get_specialization_constant<of_several<int, 1>>());
             out[1] = static_cast<float>(k.get_specialization_constant<of_several<int, 2>>());
             out[2] = k.get_specialization_constant<of_several<float, 1>>();
             out[3] = k.get_specialization_constant<of_several<float, 2>>();
         });
         EXPECT_EQ((h.get_specialization_constant<of_several<int, 1>>()), 11);
         EXPECT_EQ((h.get_specialization_constant<of_several<int, 2>>()), 2);
     }).wait();
    EXPECT_EQ(std::vector<float>(out, out + 4), (std::vector<float>{11, 2, 1, 12.5f}));
    sycl::free(out, q);
}

}  // namespace
