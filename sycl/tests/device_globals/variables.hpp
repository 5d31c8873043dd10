// Device globals that two translation units know.
#pragma once

#include <sycl/sycl.hpp>

namespace device_globals {

namespace oneapi = sycl::ext::oneapi::experimental;

extern SYCL_EXTERNAL oneapi::device_global<int[5]> elsewhere;  // initially 2, 4, 6
inline oneapi::device_global<int> in_both{11};
static oneapi::device_global<int> one_each{3};  // NOLINT: a variable of its own in each

/// Functions of kernels, which the other translation unit defines: the element of elsewhere plus 100 * in_both plus its
/// one_each, which it then counts up by `more`; and the same by way of a function of a third kind.
SYCL_EXTERNAL int sum_elsewhere(int element, int more);
SYCL_EXTERNAL int twice_the_sum_elsewhere(int element);

/// In the other translation unit: adds `amount` to in_both, one_each and the elements of elsewhere.
void add_elsewhere(sycl::queue& q, int amount);
/// The value of the other's one_each.
int one_each_elsewhere(sycl::queue& q);

}  // namespace device_globals
