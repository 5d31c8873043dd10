/// How this plugin names itself, and which optional entries it has.
#pragma once

#define NDW_GPU_BACKEND "cuda"
#define NDW_GPU_DESCRIPTION "NVIDIA GPUs through the CUDA driver, libcuda.so.1"
#define NDW_GPU_MODULE_BINARY nullptr  // the driver keeps a cache of what it built
