/// How this plugin names itself.
#pragma once

#define NDW_GPU_BACKEND "cuda"
#define NDW_GPU_DESCRIPTION "NVIDIA GPUs through the CUDA driver, libcuda.so.1"
