/// A function that calls machine code of kernels. UBSan's check of a function's type reads what stands before its code:
/// there it is nothing, or the end of other memory.
#pragma once

#if defined(__clang__)
#define NDWEAVE_CALLS_MACHINE_CODE __attribute__((no_sanitize("function")))
#else
#define NDWEAVE_CALLS_MACHINE_CODE
#endif
