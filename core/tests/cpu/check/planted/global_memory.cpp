// Accesses that reach no memory of the launch.
#include <array>
#include <cstring>
#include <vector>

#include "cpu/strategies.hpp"
#include "planted_faults.hpp"

namespace ndweave::tests {

using std::source_location;

namespace {

constexpr auto last_element_place = source_location::current();
int last_element(const int* values, int count) {
    return values[count];  // here: called with the number of elements
}

}  // namespace

std::vector<fault> faults_of_global_memory() {
    return {
        {"a range one too long", source_location::current(),
         [](queue& q, int* x, int*) {
             q.parallel_for(range<1>(n + 1), [=](id<1> i) {
                 x[i] = 2;  // here
             });
         }},
        {"the next element of the last one", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 y[i] = x[i + 1];  // here
             });
         }},
        {"the element before the first one", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 const int k = static_cast<int>(i[0]);
                 y[k] = x[k - 1] + 1;  // here
             });
         }},
        {"a reversal that counts from n", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 y[i] = x[n - i];  // here
             });
         }},
        {"a stride of two over half the array and one", source_location::current(),
         [](queue& q, int* x, int*) {
             q.parallel_for(range<1>(n / 2 + 1), [=](id<1> i) {
                 x[2 * i[0]] = 0;  // here
             });
         }},
        {"one byte too many", source_location::current(),
         [](queue& q, int* x, int*) {
             char* bytes = reinterpret_cast<char*>(x);
             q.parallel_for(range<1>(4 * n + 1), [=](id<1> i) {
                 bytes[i] = 1;  // here
             });
         }},
        {"a wide access that begins within and ends behind", source_location::current(),
         [](queue& q, int* x, int*) {
             q.single_task([=] {
                 std::array<int, 4> four;
                 std::memcpy(&four, x + n - 3, sizeof four);  // here
                 x[0] = four[0] + four[3];
             });
         }},
        {"an inner loop with <= in place of <", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(range<1>(10), [=](id<1> i) {
                 int sum = 0;
                 for (int k = 0; k <= 10; ++k) {
                     sum += x[i[0] * 10 + k];  // here
                 }
                 y[i] = sum;
             });
         }},
        {"a condition that lets too many through", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(range<1>(2 * n), [=](id<1> i) {
                 if (i[0] % 2 == 0 && x[0] == 1) {
                     y[i] = 3;  // here
                 }
             });
         }},
        {"a global range rounded up to groups", source_location::current(),
         [](queue& q, int*, int* y) {
             q.parallel_for(nd_range<1>(112, 16), [=](nd_item<1> it) {
                 y[it.get_global_id(0)] = 1;  // here
             });
         }},
        {"a stencil without its edge", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(range<2>(10, 10), [=](id<2> i) {
                 y[i[0] * 10 + i[1]] = x[(i[0] + 1) * 10 + i[1]];  // here
             });
         }},
        {"a gather by a wild index", source_location::current(),
         [](queue& q, int* x, int* y) {
             x[50] = 1000000;
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 const int from = x[i];
                 y[i] = x[from];  // here
             });
         }},
        {"a scatter by a negative index", source_location::current(),
         [](queue& q, int* x, int* y) {
             for (int k = 0; k < n; ++k) x[k] = k - 5;
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 y[x[i]] = 1;  // here
             });
         }},
        {"an atomic operation behind the end", source_location::current(),
         [](queue& q, int* x, int*) {
             q.parallel_for(range<1>(n + 1), [=](id<1> i) {
                 int_counter(x[i]).fetch_add(1);  // here
             });
         }},
        {"structures that are half behind the end", source_location::current(),
         [](queue& q, int* x, int*) {
             auto* rows = reinterpret_cast<pair_of_rows*>(x);
             q.parallel_for(range<1>(n / 8 + 1), [=](id<1> i) {
                 rows[i].b[3] += 1;  // here
             });
         }},
        {"memcpy of an element too many", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.single_task([=] {
                 std::memcpy(y, x, (n + 1) * sizeof(int));  // here
             });
         }},
        {"memset of a byte too many", source_location::current(),
         [](queue& q, int*, int* y) {
             q.single_task([=] {
                 std::memset(y, 0, n * sizeof(int) + 1);  // here
             });
         }},
        {"memory that was freed", source_location::current(),
         [](queue& q, int*, int* y) {
             int* gone = malloc_shared<int>(n, q);
             free(gone, q);
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 y[i] = gone[i];  // here
             });
         }},
        {"a null pointer", source_location::current(),
         [](queue& q, int*, int* y) {
             int* volatile nothing = nullptr;
             int* none = nothing;
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 y[i] = none[i];  // here
             });
         }},
        {"the host's stack", source_location::current(),
         [](queue& q, int*, int* y) {
             int values[n] = {};
             const int* const on_stack = values;
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 y[i] = on_stack[i];  // here
             });
         }},
        {"the host's heap", source_location::current(),
         [](queue& q, int*, int* y) {
             const std::vector<int> values(n);
             const int* const on_heap = values.data();
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 y[i] = on_heap[i];  // here
             });
         }},
        {"a capture by reference", source_location::current(),
         [](queue& q, int*, int* y) {
             int factor = 3;
             q.parallel_for(range<1>(n), [&factor, y](id<1> i) {
                 y[i] = factor;  // here
             });
         }},
        {"a pointer in a structure", source_location::current(),
         [](queue& q, int* x, int*) {
             const struct {
                 int* values;
                 int count;
             } span{x, n};
             q.parallel_for(range<1>(n + 1), [=](id<1> i) {
                 span.values[i] = span.count;  // here
             });
         }},
        {"a pointer in memory", source_location::current(),
         [](queue& q, int* x, int*) {
             const shared_array<int*> pointers(1, q, x);
             int** const table = pointers.data();
             q.parallel_for(range<1>(n + 1), [=](id<1> i) {
                 (*table)[i] = 2;  // here
             });
         }},
        {"a function that is told the count", last_element_place,
         [](queue& q, int* x, int* y) { q.parallel_for(range<1>(1), [=](id<1> i) { y[i] = last_element(x, n); }); }},
        {"the body of a reduction", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(range<1>(n + 1), reduction(y, plus<int>()), [=](id<1> i, auto& sum) {
                 sum += x[i];  // here
             });
         }},
        {"a recorded kernel", source_location::current(),
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
}

}  // namespace ndweave::tests
