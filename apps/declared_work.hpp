/// What a run moves and computes, for the roofline.
#pragma once

namespace ndweave::apps {

/// Bytes: every array once a kernel. Floating-point operations: those that the kernels execute, counted behind the
/// clean-up that all targets share (apps/tests/counting holds the apps to it): additions, subtractions,
/// multiplications, divisions and roots one each, fused multiply-adds two, other mathematical functions one.
struct work {
    double bytes = 0, flops = 0;
};

}  // namespace ndweave::apps
