/// The rate of multiplications and additions that a device sustains.
#pragma once

#include "app.hpp"

namespace ndweave::apps::peaks {

/// One row, "fma-fp32" for float and "fma-fp64" for double, in GFLOP/s, an addition and a multiplication one each:
/// the faster one of two kernels, with a loop and without. The notes have the rates of both.
template <class T>
result measure_arithmetic(const context&);

}  // namespace ndweave::apps::peaks
