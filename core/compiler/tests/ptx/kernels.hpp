/// Kernels of the shapes that the apps are made of, as records with their bitcode.
#pragma once

#include <vector>

#include "ndweave/detail/kernel.hpp"

namespace ndweave::compiler::testing {

/// A kernel and the work-group that it is compiled for.
struct sample {
    const char* name;
    const detail::kernel_record* record;
    unsigned local_range[3];
    bool fast_math;
};

extern const sample copy, restrict_copy, triad, gather, spmv, reduction_tree, matmul, docking, docking_fast,
    captured_table, math, update, signs, warp_sum, strided_dot, two_sums, neighbours, printing, turns;

/// All of the above.
extern const std::vector<const sample*> samples;

}  // namespace ndweave::compiler::testing
