/// Local memory that is declared in the kernel: group_local_memory, work_group_memory, work_group_static.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include <sycl/sycl.hpp>

namespace {

namespace oneapi = sycl::ext::oneapi;
namespace experimental = sycl::ext::oneapi::experimental;

/// What a kernel over groups of `local` work-items puts in an int each.
template <class Kernel>
std::vector<int> run(std::size_t groups, std::size_t local, const Kernel& kernel) {
    sycl::queue q;
    std::vector<int> result(groups * local);
    int* const out = sycl::malloc_shared<int>(result.size(), q);
    q.submit([&](sycl::handler& h) { kernel(h, out, sycl::nd_range<1>(groups * local, local)); });
    q.wait();
    std::copy_n(out, result.size(), result.begin());
    sycl::free(out, q);
    return result;
}

TEST(GroupLocalMemory, EachPlaceHasAnArrayOfItsOwn) {
    constexpr int local = 40;
    const auto got = run(5, local, [](sycl::handler& h, int* out, sycl::nd_range<1> range) {
        h.parallel_for(range, [=](sycl::nd_item<1> it) {
            const auto g = it.get_group();
            const int l = static_cast<int>(it.get_local_id(0));
            sycl::multi_ptr<int[local], sycl::access::address_space::local_space> a =
                oneapi::group_local_memory_for_overwrite<int[local]>(g);
            int* const b = *oneapi::group_local_memory_for_overwrite<int[local]>(g);
            auto& square = *oneapi::group_local_memory_for_overwrite<float[8][local + 1]>(g);
            (*a)[l] = 100 * l;
            b[l] = l;
            for (int k = 0; k < 8; ++k) square[k][l] = static_cast<float>(k);
            it.barrier(sycl::access::fence_space::local_space);
            const int other = local - 1 - l;
            out[it.get_global_id(0)] = (*a)[other] + b[other] + static_cast<int>(square[7][other]);
        });
    });
    for (int i = 0; i < 5 * local; ++i) ASSERT_EQ(got[i], 101 * (local - 1 - i % local) + 7) << i;
}

struct point {
    int x, y;
    point(int a, int b) : x(a), y(b) {}
};
struct defaulted {
    int value = 17;
};
struct pair_of_ints {
    int first, second;
};

TEST(GroupLocalMemory, ArgumentsMakeTheObjectOnce) {
    constexpr int local = 33;
    const auto got = run(7, local, [](sycl::handler& h, int* out, sycl::nd_range<1> range) {
        h.parallel_for(range, [=](sycl::nd_item<1> it) {
            const auto g = it.get_group();
            auto p = oneapi::group_local_memory<point>(g, static_cast<int>(g.get_group_id(0)), 5);
            auto zero = oneapi::group_local_memory<int>(g);
            auto& zeros = *oneapi::group_local_memory<int[3][50]>(g);
            auto& few = *oneapi::group_local_memory<int[4]>(g, 1, 2);
            auto& pair = *oneapi::group_local_memory<pair_of_ints>(g, 3, 4);
            auto d = oneapi::group_local_memory_for_overwrite<defaulted>(g);
            using counter = sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::work_group,
                                             sycl::access::address_space::local_space>;
            counter(*zero).fetch_add(1);
            counter(p->x).fetch_add(1000);
            sycl::group_barrier(g);
            int sum = p->x + p->y + *zero + d->value + few[0] + few[1] + few[2] + few[3] + pair.first + pair.second;
            for (int k = 0; k < 150; ++k) sum += zeros[k / 50][k % 50];
            out[it.get_global_id(0)] = sum;
        });
    });
    for (int i = 0; i < 7 * local; ++i) ASSERT_EQ(got[i], i / local + 1000 * local + 5 + local + 17 + 3 + 7) << i;
}

template <int N, class Group>
int* array_of(const Group& g) {
    return *oneapi::group_local_memory_for_overwrite<int[N]>(g);
}

TEST(GroupLocalMemory, AFunctionHasOneArrayForAllItsCalls) {
    const auto got = run(3, 16, [](sycl::handler& h, int* out, sycl::nd_range<1> range) {
        h.parallel_for(range, [=](sycl::nd_item<1> it) {
            const auto g = it.get_group();
            int* const first = array_of<16>(g);
            int* const second = array_of<17>(g);
            const std::size_t l = it.get_local_id(0);
            first[l] = 1;
            second[l] = 2;
            sycl::group_barrier(g);
            int* const again = array_of<16>(g);
            out[it.get_global_id(0)] = again[15 - l] * 10 + second[15 - l] + (again == first ? 100 : 0);
        });
    });
    for (const int v : got) ASSERT_EQ(v, 112);
}

experimental::work_group_static<int[64]> of_the_program;

TEST(WorkGroupStatic, IsAnObjectOfTheGroup) {
    const auto got = run(6, 64, [](sycl::handler& h, int* out, sycl::nd_range<1> range) {
        h.parallel_for(range, [=](sycl::nd_item<1> it) {
            static experimental::work_group_static<int> number;
            static experimental::work_group_static<float[4][16]> square;
            const std::size_t l = it.get_local_id(0);
            of_the_program[l] = static_cast<int>(l);
            square[l / 16][l % 16] = static_cast<float>(l) / 2;
            if (it.get_group().leader()) number = static_cast<int>(it.get_group(0));
            sycl::group_barrier(it.get_group());
            out[it.get_global_id(0)] = of_the_program[63 - l] * 2 +
                                       static_cast<int>(2 * square[3 - l / 16][15 - l % 16]) + 1000 * number +
                                       of_the_program.get_multi_ptr<sycl::access::decorated::no>()[1];
        });
    });
    for (int i = 0; i < 6 * 64; ++i) ASSERT_EQ(got[i], 3 * (63 - i % 64) + 1000 * (i / 64) + 1) << i;
}

TEST(WorkGroupMemory, IsMadeInTheCommandGroup) {
    const auto got = run(6, 32, [](sycl::handler& h, int* out, sycl::nd_range<1> range) {
        experimental::work_group_memory<int> number(h);
        experimental::work_group_memory<int[2][16]> square(h);
        experimental::work_group_memory<float[]> row(32, h);
        experimental::work_group_memory<int> same = experimental::indeterminate;
        same = number;
        h.parallel_for(range, [=](sycl::nd_item<1> it) {
            const std::size_t l = it.get_local_id(0);
            square[l / 16][l % 16] = static_cast<int>(l);
            row[l] = static_cast<float>(l) / 4;
            if (it.get_group().leader()) number = static_cast<int>(it.get_group(0));
            sycl::group_barrier(it.get_group());
            out[it.get_global_id(0)] = square[1 - l / 16][15 - l % 16] + static_cast<int>(4 * row[31 - l]) +
                                       1000 * same + (&number == &same ? 0 : 1);
        });
    });
    for (int i = 0; i < 6 * 32; ++i) ASSERT_EQ(got[i], 2 * (31 - i % 32) + 1000 * (i / 32)) << i;
}

/// A kernel over a range has no work-groups.
TEST(GroupLocalMemory, IsRefusedWithoutWorkGroups) {
    sycl::queue q;
    int* const out = sycl::malloc_shared<int>(8, q);
    try {
        q.parallel_for(sycl::range<1>(8), [=](sycl::id<1> i) {
            of_the_program[i[0]] = 1;
            out[i] = of_the_program[i[0]];
        });
        q.wait();
        FAIL() << "local memory without work-groups";
    } catch (const sycl::exception& e) {
        EXPECT_NE(std::string(e.what()).find("nd_range"), std::string::npos) << e.what();
    }
    sycl::free(out, q);
}

}  // namespace
