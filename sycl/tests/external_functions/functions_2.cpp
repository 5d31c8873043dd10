#include "external_functions/functions.hpp"

namespace external {
namespace {
constexpr int table[] = {11, 13, 17, 19, 23};
}

SYCL_EXTERNAL int weight(int x) { return table[x % 5]; }

int fibonacci(int n) {
    int a = 0, b = 1;
    for (int i = 0; i < n; ++i) {
        const int next = a + b;
        a = b;
        b = next;
    }
    return a;
}

bool is_odd(unsigned n) { return n % 4 == 1 || n % 4 == 3; }

void add_to(int& sum, const sycl::vec<int, 4>& addends) {
    for (int i = 0; i < 4; ++i) sum += addends[i];
}

}  // namespace external
