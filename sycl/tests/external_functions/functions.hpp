/// Functions that the test's kernels call; functions_1.cpp and functions_2.cpp define them.
#pragma once

#include <sycl/sycl.hpp>

namespace external {

/// functions_1.cpp; calls `weight` and reads a table of its own.
SYCL_EXTERNAL int weighted(int x);
/// functions_2.cpp; so is `weight`, with a table of the same name.
extern SYCL_EXTERNAL int fibonacci(int n);
/// functions_1.cpp; each calls the other one.
SYCL_EXTERNAL bool is_even(unsigned n);
/// functions_2.cpp.
SYCL_EXTERNAL bool is_odd(unsigned n);
/// functions_2.cpp; writes through its argument.
SYCL_EXTERNAL void add_to(int& sum, const sycl::vec<int, 4>& addends);
/// functions_1.cpp; waits for the work-group, all of whose work-items have to call it.
SYCL_EXTERNAL int from_neighbour(sycl::nd_item<1> it, int* local, int x);

}  // namespace external
