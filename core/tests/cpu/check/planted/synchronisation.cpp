// Barriers that not all work-items reach, and data races.
#include <cstddef>

#include "planted_faults.hpp"

namespace ndweave::tests {

using std::source_location;

std::vector<fault> faults_of_synchronisation() {
    return {
        {"a barrier that some work-items reach", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(nd_range<1>(64, 16), [=](nd_item<1> it) {
                 if (it.get_local_id(0) < static_cast<std::size_t>(x[0] * 7)) {
                     group_barrier(it.get_group());  // here
                 }
                 y[it.get_global_id(0)] = 1;
             });
         }},
        {"a barrier in a loop that ends at different times", source_location::current(),
         [](queue& q, int*, int* y) {
             q.parallel_for(nd_range<1>(64, 16), [=](nd_item<1> it) {
                 for (std::size_t k = 0; k < it.get_local_id(0); ++k) {
                     group_barrier(it.get_group());  // here
                 }
                 y[it.get_global_id(0)] = 1;
             });
         }},
        {"all work-items write one place", source_location::current(),
         [](queue& q, int*, int* y) {
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 y[0] = static_cast<int>(i[0]);  // here
             });
         }},
        {"a sum without atomic operations", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 y[0] += x[i];  // here
             });
         }},
        {"a histogram without atomic operations", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 y[x[i] % 10]++;  // here
             });
         }},
        {"a stencil in place", source_location::current(),
         [](queue& q, int* x, int*) {
             q.parallel_for(range<1>(n - 1), [=](id<1> i) {
                 x[i] = x[i + 1] + 1;  // here
             });
         }},
        {"neighbours without a barrier", source_location::current(),
         [](queue& q, int*, int* y) {
             with_local(q, [=](const nd_item<1>& it, const auto& a, const auto&) {
                 const std::size_t l = it.get_local_id(0);
                 a[l] = static_cast<int>(l);
                 y[it.get_global_id(0)] = a[(l + group - 1) % group];  // here
             });
         }},
        {"a tree without its barrier", source_location::current(),
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
        {"a tile that is overwritten while others read it", source_location::current(),
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
        {"a sum in lockstep", source_location::current(),
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
        {"results of another group", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(nd_range<1>(64, 16), [=](nd_item<1> it) {
                 const std::size_t g = it.get_global_id(0);
                 x[g] = 5;
                 group_barrier(it.get_group());
                 y[g] = x[(g + 16) % 64];  // here
             });
         }},
        {"a flag that another work-item sets", source_location::current(),
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
}

}  // namespace ndweave::tests
