/// SYCL 2020's macros of the implementation and its version (5.6).
#pragma once

#define SYCL_LANGUAGE_VERSION 202012L
#define SYCL_IMPLEMENTATION_NDWEAVE 1

/// Marks functions that other translation units' kernels call (5.10.1). Here a kernel's functions are in its own; a
/// launch of one that calls another is refused by name.
#define SYCL_EXTERNAL
