#include "device_globals/variables.hpp"

namespace device_globals {

SYCL_EXTERNAL oneapi::device_global<int[5]> elsewhere{2, 4, 6};

SYCL_EXTERNAL int sum_elsewhere(int element, int more) {
    const int sum = elsewhere[element] + 100 * in_both + one_each;
    one_each = one_each + more;
    return sum;
}

SYCL_EXTERNAL int twice_the_sum_elsewhere(int element) { return 2 * sum_elsewhere(element, 0); }

void add_elsewhere(sycl::queue& q, int amount) {
    q.parallel_for(sycl::range<1>(5), [=](sycl::id<1> i) {
        elsewhere[i] += amount;
        if (i[0] != 0) return;
        in_both = in_both + amount;
        one_each = one_each + amount;
    });
}

int one_each_elsewhere(sycl::queue& q) {
    int value = 0;
    q.memcpy(&value, one_each).wait();
    return value;
}

}  // namespace device_globals
