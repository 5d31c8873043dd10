// NDWEAVE_CHECK=1 over kernels as people write them, each with one mistake: all are found, in the line marked "//
// here".
#include <array>
#include <cctype>
#include <climits>
#include <cstring>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "cpu/check/checking.hpp"
#include "cpu/strategies.hpp"
#include "runtime/error_of.hpp"

namespace ndweave::tests {
namespace {

using ndweave::testing::error_of;

constexpr int n = 100, group = 16;  // numbers of x and of y, all 1; work-items of a group

struct fault {
    const char* name;
    int begin;  // its line in this file
    void (*run)(queue& q, int* x, int* y);
};

struct pair_of_rows {
    int a[4];
    int b[4];
};

using int_counter = atomic_ref<int, memory_order::relaxed, memory_scope::device>;

/// Runs a kernel over four groups with two local arrays of a number for each work-item.
template <class Kernel>
void with_local(queue& q, const Kernel& kernel) {
    q.submit([&](handler& h) {
        const local_accessor<int, 1> a(range<1>(group), h), b(range<1>(group), h);
        h.parallel_for(nd_range<1>(4 * group, group), [=](nd_item<1> it) { kernel(it, a, b); });
    });
}

template <class Kernel>
void with_local_square(queue& q, const Kernel& kernel) {
    q.submit([&](handler& h) {
        const local_accessor<int, 2> tile(range<2>(4, 4), h);
        h.parallel_for(nd_range<1>(4, 4), [=](nd_item<1> it) { kernel(it, tile); });
    });
}

constexpr int last_element_line = __LINE__;
int last_element(const int* values, int count) {
    return values[count];  // here: called with the number of elements
}

constexpr int set_element_line = __LINE__;
void set_element(int* values, int at) {
    values[at] = 4;  // here: called with an index behind the array
}

const fault global_memory[] = {
    {"a range one too long", __LINE__,
     [](queue& q, int* x, int*) {
         q.parallel_for(range<1>(n + 1), [=](id<1> i) {
             x[i] = 2;  // here
         });
     }},
    {"the next element of the last one", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<1>(n), [=](id<1> i) {
             y[i] = x[i + 1];  // here
         });
     }},
    {"the element before the first one", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<1>(n), [=](id<1> i) {
             const int k = static_cast<int>(i[0]);
             y[k] = x[k - 1] + 1;  // here
         });
     }},
    {"a reversal that counts from n", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<1>(n), [=](id<1> i) {
             y[i] = x[n - i];  // here
         });
     }},
    {"a stride of two over half the array and one", __LINE__,
     [](queue& q, int* x, int*) {
         q.parallel_for(range<1>(n / 2 + 1), [=](id<1> i) {
             x[2 * i[0]] = 0;  // here
         });
     }},
    {"one byte too many", __LINE__,
     [](queue& q, int* x, int*) {
         char* bytes = reinterpret_cast<char*>(x);
         q.parallel_for(range<1>(4 * n + 1), [=](id<1> i) {
             bytes[i] = 1;  // here
         });
     }},
    {"a wide access that begins within and ends behind", __LINE__,
     [](queue& q, int* x, int*) {
         q.single_task([=] {
             std::array<int, 4> four;
             std::memcpy(&four, x + n - 3, sizeof four);  // here
             x[0] = four[0] + four[3];
         });
     }},
    {"an inner loop with <= in place of <", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<1>(10), [=](id<1> i) {
             int sum = 0;
             for (int k = 0; k <= 10; ++k) {
                 sum += x[i[0] * 10 + k];  // here
             }
             y[i] = sum;
         });
     }},
    {"a condition that lets too many through", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<1>(2 * n), [=](id<1> i) {
             if (i[0] % 2 == 0 && x[0] == 1) {
                 y[i] = 3;  // here
             }
         });
     }},
    {"a global range rounded up to groups", __LINE__,
     [](queue& q, int*, int* y) {
         q.parallel_for(nd_range<1>(112, 16), [=](nd_item<1> it) {
             y[it.get_global_id(0)] = 1;  // here
         });
     }},
    {"a stencil without its edge", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<2>(10, 10), [=](id<2> i) {
             y[i[0] * 10 + i[1]] = x[(i[0] + 1) * 10 + i[1]];  // here
         });
     }},
    {"a gather by a wild index", __LINE__,
     [](queue& q, int* x, int* y) {
         x[50] = 1000000;
         q.parallel_for(range<1>(n), [=](id<1> i) {
             const int from = x[i];
             y[i] = x[from];  // here
         });
     }},
    {"a scatter by a negative index", __LINE__,
     [](queue& q, int* x, int* y) {
         for (int k = 0; k < n; ++k) x[k] = k - 5;
         q.parallel_for(range<1>(n), [=](id<1> i) {
             y[x[i]] = 1;  // here
         });
     }},
    {"an atomic operation behind the end", __LINE__,
     [](queue& q, int* x, int*) {
         q.parallel_for(range<1>(n + 1), [=](id<1> i) {
             int_counter(x[i]).fetch_add(1);  // here
         });
     }},
    {"structures that are half behind the end", __LINE__,
     [](queue& q, int* x, int*) {
         auto* rows = reinterpret_cast<pair_of_rows*>(x);
         q.parallel_for(range<1>(n / 8 + 1), [=](id<1> i) {
             rows[i].b[3] += 1;  // here
         });
     }},
    {"memcpy of an element too many", __LINE__,
     [](queue& q, int* x, int* y) {
         q.single_task([=] {
             std::memcpy(y, x, (n + 1) * sizeof(int));  // here
         });
     }},
    {"memset of a byte too many", __LINE__,
     [](queue& q, int*, int* y) {
         q.single_task([=] {
             std::memset(y, 0, n * sizeof(int) + 1);  // here
         });
     }},
    {"memory that was freed", __LINE__,
     [](queue& q, int*, int* y) {
         int* gone = malloc_shared<int>(n, q);
         free(gone, q);
         q.parallel_for(range<1>(n), [=](id<1> i) {
             y[i] = gone[i];  // here
         });
     }},
    {"a null pointer", __LINE__,
     [](queue& q, int*, int* y) {
         int* volatile nothing = nullptr;
         int* none = nothing;
         q.parallel_for(range<1>(n), [=](id<1> i) {
             y[i] = none[i];  // here
         });
     }},
    {"the host's stack", __LINE__,
     [](queue& q, int*, int* y) {
         int values[n] = {};
         const int* const on_stack = values;
         q.parallel_for(range<1>(n), [=](id<1> i) {
             y[i] = on_stack[i];  // here
         });
     }},
    {"the host's heap", __LINE__,
     [](queue& q, int*, int* y) {
         const std::vector<int> values(n);
         const int* const on_heap = values.data();
         q.parallel_for(range<1>(n), [=](id<1> i) {
             y[i] = on_heap[i];  // here
         });
     }},
    {"a capture by reference", __LINE__,
     [](queue& q, int*, int* y) {
         int factor = 3;
         q.parallel_for(range<1>(n), [&factor, y](id<1> i) {
             y[i] = factor;  // here
         });
     }},
    {"a pointer in a structure", __LINE__,
     [](queue& q, int* x, int*) {
         const struct {
             int* values;
             int count;
         } span{x, n};
         q.parallel_for(range<1>(n + 1), [=](id<1> i) {
             span.values[i] = span.count;  // here
         });
     }},
    {"a pointer in memory", __LINE__,
     [](queue& q, int* x, int*) {
         const shared_array<int*> pointers(1, q, x);
         int** const table = pointers.data();
         q.parallel_for(range<1>(n + 1), [=](id<1> i) {
             (*table)[i] = 2;  // here
         });
     }},
    {"a function that is told the count", last_element_line,
     [](queue& q, int* x, int* y) { q.parallel_for(range<1>(1), [=](id<1> i) { y[i] = last_element(x, n); }); }},
    {"the body of a reduction", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<1>(n + 1), reduction(y, plus<int>()), [=](id<1> i, auto& sum) {
             sum += x[i];  // here
         });
     }},
    {"a recorded kernel", __LINE__,
     [](queue& q, int* x, int*) {
         command_graph recorded(q);
         recorded.begin_recording(q);
         q.parallel_for(range<1>(n + 1), [=](id<1> i) {
             x[i] = 1;  // here
         });
         recorded.end_recording();
         q.ext_oneapi_graph(recorded.finalize());
     }},
};

const fault local_memory[] = {
    {"a write behind the array", __LINE__,
     [](queue& q, int*, int* y) {
         with_local(q, [=](const nd_item<1>& it, const auto& a, const auto&) {
             a[it.get_local_id(0) + 1] = 1;  // here
             group_barrier(it.get_group());
             y[it.get_global_id(0)] = a[1];
         });
     }},
    {"a read behind the array", __LINE__,
     [](queue& q, int*, int* y) {
         with_local(q, [=](const nd_item<1>& it, const auto& a, const auto&) {
             a[it.get_local_id(0)] = 1;
             group_barrier(it.get_group());
             y[it.get_global_id(0)] = a[it.get_local_id(0) + 1];  // here
         });
     }},
    {"a write in front of the array", __LINE__,
     [](queue& q, int*, int* y) {
         with_local(q, [=](const nd_item<1>& it, const auto& a, const auto&) {
             const int l = static_cast<int>(it.get_local_id(0));
             a[l - 1] = 1;  // here
             group_barrier(it.get_group());
             y[it.get_global_id(0)] = a[0];
         });
     }},
    {"the first array runs into the second", __LINE__,
     [](queue& q, int*, int* y) {
         with_local(q, [=](const nd_item<1>& it, const auto& a, const auto& b) {
             const std::size_t l = it.get_local_id(0);
             b[l] = 2;
             a[l + group] = 1;  // here
             group_barrier(it.get_group());
             y[it.get_global_id(0)] = b[l];
         });
     }},
    {"a kernel without barriers", __LINE__,
     [](queue& q, int*, int* y) {
         with_local(q, [=](const nd_item<1>& it, const auto& a, const auto&) {
             a[it.get_local_id(0) * 2] = 1;  // here
             y[it.get_global_id(0)] = 0;
         });
     }},
    {"a column runs into the next row", __LINE__,
     [](queue& q, int*, int* y) {
         with_local_square(q, [=](const nd_item<1>& it, const auto& tile) {
             const std::size_t l = it.get_local_id(0);
             tile[0][l + 1] = 1;  // here
             group_barrier(it.get_group());
             y[it.get_global_id(0)] = tile[0][1];
         });
     }},
    {"a row too many", __LINE__,
     [](queue& q, int*, int* y) {
         with_local_square(q, [=](const nd_item<1>& it, const auto& tile) {
             const std::size_t l = it.get_local_id(0);
             tile[l + 1][0] = 1;  // here
             group_barrier(it.get_group());
             y[it.get_global_id(0)] = tile[1][0];
         });
     }},
    {"a read of what nobody wrote", __LINE__,
     [](queue& q, int*, int* y) {
         with_local(q, [=](const nd_item<1>& it, const auto& a, const auto&) {
             group_barrier(it.get_group());
             y[it.get_global_id(0)] = a[it.get_local_id(0)];  // here
         });
     }},
    {"a sum that begins with what nobody wrote", __LINE__,
     [](queue& q, int* x, int* y) {
         with_local(q, [=](const nd_item<1>& it, const auto& a, const auto&) {
             a[it.get_local_id(0)] += x[it.get_global_id(0)];  // here
             group_barrier(it.get_group());
             y[it.get_global_id(0)] = a[0];
         });
     }},
};

const fault private_memory[] = {
    {"a loop over an element too many", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<1>(n), [=](id<1> i) {
             int a[8];
             for (int k = 0; k < 8 + x[0]; ++k) {
                 a[k] = x[i] + k;  // here
             }
             y[i] = a[0] + a[x[i]];
         });
     }},
    {"a read behind the array", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<1>(n), [=](id<1> i) {
             int a[8];
             for (int k = 0; k < 8; ++k) a[k] = x[i] + k;
             y[i] = a[x[i] + 7];  // here
         });
     }},
    {"a read in front of the array", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<1>(n), [=](id<1> i) {
             int a[8];
             for (int k = 0; k < 8; ++k) a[k] = x[i] + k;
             y[i] = a[x[i] - 2];  // here
         });
     }},
    {"a member runs into the next one", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<1>(n), [=](id<1> i) {
             pair_of_rows s;
             for (int k = 0; k < 4; ++k) s.a[k] = s.b[k] = k;
             s.a[x[i] + 3] = 9;  // here
             y[i] = s.b[0] + s.a[x[i]];
         });
     }},
    {"a row runs into the next one", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<1>(n), [=](id<1> i) {
             int a[4][4];
             for (int k = 0; k < 16; ++k) a[k / 4][k % 4] = k;
             a[0][x[i] + 3] = 77;  // here
             y[i] = a[1][0] + a[0][x[i]];
         });
     }},
    {"a pointer that goes too far", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<1>(n), [=](id<1> i) {
             int a[8];
             for (int k = 0; k < 8; ++k) a[k] = x[i];
             int* p = a;
             p += x[i] + 7;
             *p = 5;  // here
             y[i] = a[x[i]];
         });
     }},
    {"an array that lives over a barrier", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(nd_range<1>(64, 16), [=](nd_item<1> it) {
             int a[8];
             for (int k = 0; k < 8; ++k) a[k] = x[k] + k;
             group_barrier(it.get_group());
             y[it.get_global_id(0)] = a[x[0] + 7];  // here
         });
     }},
    {"an array that a function writes", set_element_line,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<1>(n), [=](id<1> i) {
             int a[8];
             for (int k = 0; k < 8; ++k) a[k] = x[i];
             set_element(a, x[i] + 7);
             y[i] = a[x[i]];
         });
     }},
    {"a captured array", __LINE__,
     [](queue& q, int* x, int* y) {
         const std::array<int, 10> weights{};
         q.parallel_for(range<1>(n), [=](id<1> i) {
             y[i] = weights[i[0] % 10 + x[i]];  // here
         });
     }},
    {"a constant table", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<1>(n), [=](id<1> i) {
             constexpr int table[5] = {1, 2, 3, 4, 5};
             y[i] = table[i[0] % 5 + x[i]];  // here
         });
     }},
};

const fault synchronisation[] = {
    {"a barrier that some work-items reach", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(nd_range<1>(64, 16), [=](nd_item<1> it) {
             if (it.get_local_id(0) < static_cast<std::size_t>(x[0] * 7)) {
                 group_barrier(it.get_group());  // here
             }
             y[it.get_global_id(0)] = 1;
         });
     }},
    {"a barrier in a loop that ends at different times", __LINE__,
     [](queue& q, int*, int* y) {
         q.parallel_for(nd_range<1>(64, 16), [=](nd_item<1> it) {
             for (std::size_t k = 0; k < it.get_local_id(0); ++k) {
                 group_barrier(it.get_group());  // here
             }
             y[it.get_global_id(0)] = 1;
         });
     }},
    {"all work-items write one place", __LINE__,
     [](queue& q, int*, int* y) {
         q.parallel_for(range<1>(n), [=](id<1> i) {
             y[0] = static_cast<int>(i[0]);  // here
         });
     }},
    {"a sum without atomic operations", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<1>(n), [=](id<1> i) {
             y[0] += x[i];  // here
         });
     }},
    {"a histogram without atomic operations", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<1>(n), [=](id<1> i) {
             y[x[i] % 10]++;  // here
         });
     }},
    {"a stencil in place", __LINE__,
     [](queue& q, int* x, int*) {
         q.parallel_for(range<1>(n - 1), [=](id<1> i) {
             x[i] = x[i + 1] + 1;  // here
         });
     }},
    {"neighbours without a barrier", __LINE__,
     [](queue& q, int*, int* y) {
         with_local(q, [=](const nd_item<1>& it, const auto& a, const auto&) {
             const std::size_t l = it.get_local_id(0);
             a[l] = static_cast<int>(l);
             y[it.get_global_id(0)] = a[(l + group - 1) % group];  // here
         });
     }},
    {"a tree without its barrier", __LINE__,
     [](queue& q, int* x, int* y) {
         with_local(q, [=](const nd_item<1>& it, const auto& a, const auto&) {
             const std::size_t l = it.get_local_id(0);
             a[l] = x[it.get_global_id(0)];
             group_barrier(it.get_group());
             for (std::size_t step = group / 2; step > 0; step /= 2) {
                 if (l < step) a[l] += a[l + step];  // here
             }
             if (l == 0) y[it.get_group(0)] = a[0];
         });
     }},
    {"a tile that is overwritten while others read it", __LINE__,
     [](queue& q, int* x, int* y) {
         with_local(q, [=](const nd_item<1>& it, const auto& a, const auto&) {
             const std::size_t l = it.get_local_id(0);
             int sum = 0;
             for (int tile = 0; tile < 4; ++tile) {
                 a[l] = x[tile * group + l];  // here
                 group_barrier(it.get_group());
                 for (int k = 0; k < group; ++k) sum += a[k];
             }
             y[it.get_global_id(0)] = sum;
         });
     }},
    {"a sum in lockstep", __LINE__,
     [](queue& q, int* x, int* y) {
         with_local(q, [=](const nd_item<1>& it, const auto& a, const auto&) {
             const std::size_t l = it.get_local_id(0);
             a[l] = x[it.get_global_id(0)];
             group_barrier(it.get_group());
             if (l < 4) {
                 a[l] += a[l + 4];  // here
                 a[l] += a[l + 2];
             }
             group_barrier(it.get_group());
             if (l == 0) y[it.get_group(0)] = a[0];
         });
     }},
    {"results of another group", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(nd_range<1>(64, 16), [=](nd_item<1> it) {
             const std::size_t g = it.get_global_id(0);
             x[g] = 5;
             group_barrier(it.get_group());
             y[g] = x[(g + 16) % 64];  // here
         });
     }},
    {"a flag that another work-item sets", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(nd_range<1>(16, 16), [=](nd_item<1> it) {
             const std::size_t l = it.get_local_id(0);
             if (l == 0) {
                 while (int_counter(x[0]).load() != 2) {  // here
                 }
             }
             if (l == 15) int_counter(x[0]).store(2);
             y[l] = 1;
         });
     }},
};

const fault arithmetic[] = {
    {"division by zero", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<1>(n), [=](id<1> i) {
             y[i] = 5 / (x[i] - 1);  // here
         });
     }},
    {"remainder by zero", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<1>(n), [=](id<1> i) {
             y[i] = y[i] % (x[i] - 1);  // here
         });
     }},
    {"the smallest integer by -1", __LINE__,
     [](queue& q, int* x, int* y) {
         x[70] = -1;
         q.parallel_for(range<1>(n), [=](id<1> i) {
             y[i] = INT_MIN / x[i];  // here
         });
     }},
    {"a misaligned write", __LINE__,
     [](queue& q, int* x, int*) {
         char* bytes = reinterpret_cast<char*>(x);
         q.parallel_for(range<1>(n / 2), [=](id<1> i) {
             *reinterpret_cast<int*>(bytes + i[0] * 4 + 1) = 1;  // here
         });
     }},
    {"a misaligned read", __LINE__,
     [](queue& q, int* x, int* y) {
         q.parallel_for(range<1>(n / 4), [=](id<1> i) {
             y[i] = static_cast<int>(*reinterpret_cast<const long*>(x + i[0] + 1));  // here
         });
     }},
};

std::vector<fault> all_faults() {
    std::vector<fault> all;
    const auto add = [&](const auto& some) { all.insert(all.end(), std::begin(some), std::end(some)); };
    add(global_memory);
    add(local_memory);
    add(private_memory);
    add(synchronisation);
    add(arithmetic);
    return all;
}

/// The first line of this file from `begin` on that is marked.
int marked_line(int begin) {
    std::ifstream source(__FILE__);
    std::string line;
    for (int number = 1; std::getline(source, line); ++number) {
        if (number >= begin && line.find("// here") != std::string::npos && line.find('"') == std::string::npos)
            return number;
    }
    return 0;
}

class PlantedFaults : public ::testing::TestWithParam<fault> {};

TEST_P(PlantedFaults, AreFoundInTheirLine) {
    if (!reason_without_cbs().empty()) GTEST_SKIP() << reason_without_cbs();
    const checking on;
    queue q{device("cpu")};
    shared_array<int> x(n, q, 1), y(n, q, 1);
    const exception found = error_of([&] {
        GetParam().run(q, x.data(), y.data());
        q.wait();
    });
    EXPECT_EQ(found.code(), errc::kernel) << found.what();
    const std::string place = "planted_faults_test.cpp:" + std::to_string(marked_line(GetParam().begin));
    EXPECT_TRUE(std::regex_search(found.what(), std::regex(place + "\\b")))
        << "no '" << place << "' in: " << found.what();
}

std::string name_of_fault(const ::testing::TestParamInfo<fault>& info) {
    std::string name;
    for (const char c : std::to_string(info.index) + " " + info.param.name)
        name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    return name;
}

void PrintTo(const fault& f, std::ostream* to) { *to << f.name; }

INSTANTIATE_TEST_SUITE_P(Kernels, PlantedFaults, ::testing::ValuesIn(all_faults()), name_of_fault);

}  // namespace
}  // namespace ndweave::tests
