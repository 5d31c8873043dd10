/// Kernels as people write them, each with one mistake in the line marked "// here".
#pragma once

#include <ostream>
#include <source_location>
#include <vector>

#include "ndweave/ndweave.hpp"

namespace ndweave::tests {

constexpr int n = 100, group = 16;  // numbers of x and of y, all 1; work-items of a group

struct fault {
    const char* name;
    std::source_location begin;  // in front of the mark
    void (*run)(queue& q, int* x, int* y);
};

inline void PrintTo(const fault& f, std::ostream* to) { *to << f.name; }

std::vector<fault> faults_of_global_memory();
std::vector<fault> faults_of_local_memory();
std::vector<fault> faults_of_private_memory();
std::vector<fault> faults_of_synchronisation();
std::vector<fault> faults_of_arithmetic();

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

}  // namespace ndweave::tests
