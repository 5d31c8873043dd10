/// SYCL 2020's macros of the implementation and its version (5.6).
#pragma once

#define SYCL_LANGUAGE_VERSION 202012L
#define SYCL_IMPLEMENTATION_NDWEAVE 1
