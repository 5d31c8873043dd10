// Accesses behind private arrays, and arrays of constants.
#include <array>

#include "planted_faults.hpp"

namespace ndweave::tests {

using std::source_location;

namespace {

constexpr auto set_element_place = source_location::current();
void set_element(int* values, int at) {
    values[at] = 4;  // here: called with an index behind the array
}

}  // namespace

std::vector<fault> faults_of_private_memory() {
    return {
        {"a loop over an element too many", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 int a[8];
                 for (int k = 0; k < 8 + x[0]; ++k) {
                     a[k] = x[i] + k;  // here
                 }
                 y[i] = a[0] + a[x[i]];
             });
         }},
        {"a read behind the array", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 int a[8];
                 for (int k = 0; k < 8; ++k) a[k] = x[i] + k;
                 y[i] = a[x[i] + 7];  // here
             });
         }},
        {"a read in front of the array", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 int a[8];
                 for (int k = 0; k < 8; ++k) a[k] = x[i] + k;
                 y[i] = a[x[i] - 2];  // here
             });
         }},
        {"a member runs into the next one", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 pair_of_rows s;
                 for (int k = 0; k < 4; ++k) s.a[k] = s.b[k] = k;
                 s.a[x[i] + 3] = 9;  // here
                 y[i] = s.b[0] + s.a[x[i]];
             });
         }},
        {"a row runs into the next one", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 int a[4][4];
                 for (int k = 0; k < 16; ++k) a[k / 4][k % 4] = k;
                 a[0][x[i] + 3] = 77;  // here
                 y[i] = a[1][0] + a[0][x[i]];
             });
         }},
        {"a pointer that goes too far", source_location::current(),
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
        {"an array that lives over a barrier", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(nd_range<1>(64, 16), [=](nd_item<1> it) {
                 int a[8];
                 for (int k = 0; k < 8; ++k) a[k] = x[k] + k;
                 group_barrier(it.get_group());
                 y[it.get_global_id(0)] = a[x[0] + 7];  // here
             });
         }},
        {"an array that a function writes", set_element_place,
         [](queue& q, int* x, int* y) {
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 int a[8];
                 for (int k = 0; k < 8; ++k) a[k] = x[i];
                 set_element(a, x[i] + 7);
                 y[i] = a[x[i]];
             });
         }},
        {"a captured array", source_location::current(),
         [](queue& q, int* x, int* y) {
             const std::array<int, 10> weights{};
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 y[i] = weights[i[0] % 10 + x[i]];  // here
             });
         }},
        {"a constant table", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 constexpr int table[5] = {1, 2, 3, 4, 5};
                 y[i] = table[i[0] % 5 + x[i]];  // here
             });
         }},
    };
}

}  // namespace ndweave::tests
