// Sums and maxima, twice: by reduction objects, which choose the way themselves, and by hand with a group algorithm and
// an atomic operation for each work-group.
#include <algorithm>
#include <cstdio>
#include <ndweave/ndweave.hpp>

using namespace ndweave;

int main() {
    queue q;
    constexpr std::size_t groups = 1000, group_size = 256, n = groups * group_size;
    int* x = malloc_shared<int>(n, q);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<int>(i * 7919 % 1009);

    // The variables begin at what they hold (or at 0: property::reduction::initialize_to_identity).
    int* sum = malloc_shared<int>(1, q);
    int* largest = malloc_shared<int>(1, q);
    *sum = 0;
    *largest = 0;
    q.parallel_for(range(n), reduction(sum, plus<int>()), reduction(largest, maximum<int>()),
                   [=](id<1> i, auto& s, auto& m) {
                       s += x[i];
                       m.combine(x[i]);
                   });

    int* by_hand = malloc_shared<int>(1, q);
    *by_hand = 0;
    q.parallel_for(nd_range<1>(n, group_size), [=](nd_item<1> it) {
        const int of_group = reduce_over_group(it.get_group(), x[it.get_global_id(0)], plus<int>());
        if (it.get_group().leader()) {
            atomic_ref<int, memory_order::relaxed, memory_scope::device>(*by_hand).fetch_add(of_group);
        }
    });
    q.wait();

    int exact = 0;
    for (std::size_t i = 0; i < n; ++i) exact += x[i];
    const int exact_largest = *std::max_element(x, x + n);
    std::printf("sum %d and %d, expected %d; largest %d, expected %d\n", *sum, *by_hand, exact, *largest,
                exact_largest);
    const bool right = *sum == exact && *by_hand == exact && *largest == exact_largest;
    for (int* p : {x, sum, largest, by_hand}) free(p, q);
    return right ? 0 : 1;
}
