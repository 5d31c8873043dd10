// Uses the helpers in another order, and has lambdas, constants and types of its own before the kernel.

#include "header_kernel.hpp"

float elsewhere(float x) {
    const float weights[] = {x, 20, 30, 40, 50, 60, 70, 80, 90};
    const auto noise = [=](int i) { return weights[i] + second_helper(x); };
    const auto more = [x] { return x; };
    return noise(static_cast<int>(x) % 9) + more() + first_helper(x);
}

const kernel_record* from_two() { return elsewhere(2) > 0 ? &header_kernel() : nullptr; }
