/// This plugin's names and optional entries.
#pragma once

#define NDW_GPU_BACKEND "hip"
#define NDW_GPU_DESCRIPTION "AMD GPUs through ROCm's HIP runtime, libamdhip64.so"
#define NDW_GPU_MODULE_BINARY gpu::module_binary  // hiprtc has no cache: core caches code objects
