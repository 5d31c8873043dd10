/// SYCL 2020 (revision 9): all of it that is here. docs/sycl.md says what is.
#pragma once

#include "sycl/core_names.hpp"
#include "sycl/version.hpp"
