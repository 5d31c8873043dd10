/// This plugin's names and optional entries.
#pragma once

#define NDW_GPU_BACKEND "cuda"
#define NDW_GPU_DESCRIPTION "NVIDIA GPUs through the CUDA driver, libcuda.so.1"
#define NDW_GPU_MODULE_BINARY nullptr  // the driver has its own cache
