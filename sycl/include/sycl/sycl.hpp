/// SYCL 2020 (revision 9): all of it that is here. docs/sycl.md says what is.
#pragma once

#include "sycl/core_names.hpp"
#include "sycl/memory/address_space_cast.hpp"
#include "sycl/memory/atomic.hpp"
#include "sycl/memory/local_accessor.hpp"
#include "sycl/memory/multi_ptr.hpp"
#include "sycl/version.hpp"
