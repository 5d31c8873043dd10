/// Helper headers of migrated CUDA programs ("DPCT namespace reference" of SYCLomatic and the DPC++ Compatibility
/// Tool): what programs use of namespace dpct. docs/sycl.md says what is there.
#pragma once

#include <sycl/sycl.hpp>

#include "dpct/atomic.hpp"
#include "dpct/device.hpp"
#include "dpct/math.hpp"
#include "dpct/memory.hpp"
#include "dpct/util.hpp"

#define __dpct_inline__ __inline__ __attribute__((always_inline))
#define __dpct_noinline__ __attribute__((noinline))
#define __dpct_align__(bytes) __attribute__((aligned(bytes)))

/// 0, or -1 behind an exception of the expression.
#define DPCT_CHECK_ERROR(expression)            \
    [&]() {                                     \
        try {                                   \
            expression;                         \
            return 0;                           \
        } catch (const std::exception& e) {     \
            std::cerr << e.what() << std::endl; \
            return -1;                          \
        }                                       \
    }()
