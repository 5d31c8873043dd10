/// SYCL 2020's macros of the implementation and its version (5.6).
#pragma once

#define SYCL_LANGUAGE_VERSION 202012L
#define SYCL_IMPLEMENTATION_NDWEAVE 1

/// Marks functions that kernels of other translation units call (5.10.1), on each declaration. With clang and its
/// plugin the function's bitcode is in the program, and is linked to the kernels that call it when they are compiled.
#ifdef __clang__
#define SYCL_EXTERNAL __attribute__((annotate("ndweave.external")))
#else
#define SYCL_EXTERNAL
#endif
