/// DPC++'s header of ext::oneapi::bfloat16.
#pragma once

#include "sycl/types/bfloat16.hpp"
