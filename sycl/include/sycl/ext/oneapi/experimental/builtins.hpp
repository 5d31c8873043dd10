/// DPC++'s header of experimental built-in functions: native::exp2 and native::tanh.
#pragma once

#include "sycl/builtins/native.hpp"
