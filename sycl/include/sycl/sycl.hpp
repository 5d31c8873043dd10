/// SYCL 2020 (revision 9): all of it that is here. docs/sycl.md says what is.
#pragma once

#include "sycl/builtins/common.hpp"
#include "sycl/builtins/geometric.hpp"
#include "sycl/builtins/integer.hpp"
#include "sycl/builtins/math.hpp"
#include "sycl/builtins/native.hpp"
#include "sycl/builtins/relational.hpp"
#include "sycl/core_names.hpp"
#include "sycl/memory/address_space_cast.hpp"
#include "sycl/memory/atomic.hpp"
#include "sycl/memory/local_accessor.hpp"
#include "sycl/memory/multi_ptr.hpp"
#include "sycl/types/bfloat16.hpp"
#include "sycl/types/half.hpp"
#include "sycl/types/marray.hpp"
#include "sycl/types/vec.hpp"
#include "sycl/version.hpp"
