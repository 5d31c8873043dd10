/// Marks functions that an app shares with its CUDA C++ peer.
#pragma once

#ifdef __CUDACC__
#define NDWEAVE_HOST_DEVICE __host__ __device__
#else
#define NDWEAVE_HOST_DEVICE
#endif
