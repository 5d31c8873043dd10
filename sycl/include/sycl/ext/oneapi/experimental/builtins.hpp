/// DPC++'s header of experimental built-in functions: printf, native::exp2 and native::tanh.
#pragma once

#include "sycl/builtins/native.hpp"
#include "sycl/ext/oneapi/experimental/printf.hpp"
