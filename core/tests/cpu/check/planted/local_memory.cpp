// Accesses behind local arrays, and of what nobody wrote there.
#include "ndweave/detail/declared_memory.hpp"
#include "planted_faults.hpp"

namespace ndweave::tests {

using std::source_location;

namespace {

template <class Kernel>
void with_local_square(queue& q, const Kernel& kernel) {
    q.submit([&](handler& h) {
        const local_accessor<int, 2> tile(range<2>(4, 4), h);
        h.parallel_for(nd_range<1>(4, 4), [=](nd_item<1> it) { kernel(it, tile); });
    });
}

}  // namespace

std::vector<fault> faults_of_local_memory() {
    return {
        {"a write behind the array", source_location::current(),
         [](queue& q, int*, int* y) {
             with_local(q, [=](const nd_item<1>& it, const auto& a, const auto&) {
                 a[it.get_local_id(0) + 1] = 1;  // here
                 group_barrier(it.get_group());
                 y[it.get_global_id(0)] = a[1];
             });
         }},
        {"a read behind the array", source_location::current(),
         [](queue& q, int*, int* y) {
             with_local(q, [=](const nd_item<1>& it, const auto& a, const auto&) {
                 a[it.get_local_id(0)] = 1;
                 group_barrier(it.get_group());
                 y[it.get_global_id(0)] = a[it.get_local_id(0) + 1];  // here
             });
         }},
        {"a write in front of the array", source_location::current(),
         [](queue& q, int*, int* y) {
             with_local(q, [=](const nd_item<1>& it, const auto& a, const auto&) {
                 const int l = static_cast<int>(it.get_local_id(0));
                 a[l - 1] = 1;  // here
                 group_barrier(it.get_group());
                 y[it.get_global_id(0)] = a[0];
             });
         }},
        {"the first array runs into the second", source_location::current(),
         [](queue& q, int*, int* y) {
             with_local(q, [=](const nd_item<1>& it, const auto& a, const auto& b) {
                 const std::size_t l = it.get_local_id(0);
                 b[l] = 2;
                 a[l + group] = 1;  // here
                 group_barrier(it.get_group());
                 y[it.get_global_id(0)] = b[l];
             });
         }},
        {"a kernel without barriers", source_location::current(),
         [](queue& q, int*, int* y) {
             with_local(q, [=](const nd_item<1>& it, const auto& a, const auto&) {
                 a[it.get_local_id(0) * 2] = 1;  // here
                 y[it.get_global_id(0)] = 0;
             });
         }},
        {"a write behind an array that the kernel declares", source_location::current(),
         [](queue& q, int*, int* y) {
             with_local(q, [=](const nd_item<1>& it, const auto& a, const auto&) {
                 static constexpr char first = 0, second = 0;
                 auto& x = *detail::declared_memory<int[group]>(&first);
                 auto& next = *detail::declared_memory<int[group]>(&second);
                 const std::size_t l = it.get_local_id(0);
                 next[l] = 2;
                 a[l] = 3;
                 (&x[l])[1] = 1;  // here
                 group_barrier(it.get_group());
                 y[it.get_global_id(0)] = x[1] + next[l] + a[l];
             });
         }},
        {"a column runs into the next row", source_location::current(),
         [](queue& q, int*, int* y) {
             with_local_square(q, [=](const nd_item<1>& it, const auto& tile) {
                 const std::size_t l = it.get_local_id(0);
                 tile[0][l + 1] = 1;  // here
                 group_barrier(it.get_group());
                 y[it.get_global_id(0)] = tile[0][1];
             });
         }},
        {"a row too many", source_location::current(),
         [](queue& q, int*, int* y) {
             with_local_square(q, [=](const nd_item<1>& it, const auto& tile) {
                 const std::size_t l = it.get_local_id(0);
                 tile[l + 1][0] = 1;  // here
                 group_barrier(it.get_group());
                 y[it.get_global_id(0)] = tile[1][0];
             });
         }},
        {"a read of what nobody wrote", source_location::current(),
         [](queue& q, int*, int* y) {
             with_local(q, [=](const nd_item<1>& it, const auto& a, const auto&) {
                 group_barrier(it.get_group());
                 y[it.get_global_id(0)] = a[it.get_local_id(0)];  // here
             });
         }},
        {"a sum that begins with what nobody wrote", source_location::current(),
         [](queue& q, int* x, int* y) {
             with_local(q, [=](const nd_item<1>& it, const auto& a, const auto&) {
                 a[it.get_local_id(0)] += x[it.get_global_id(0)];  // here
                 group_barrier(it.get_group());
                 y[it.get_global_id(0)] = a[0];
             });
         }},
    };
}

}  // namespace ndweave::tests
