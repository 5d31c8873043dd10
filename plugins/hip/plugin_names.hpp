/// How this plugin names itself, and which optional entries it has.
#pragma once

#define NDW_GPU_BACKEND "hip"
#define NDW_GPU_DESCRIPTION "AMD GPUs through ROCm's HIP runtime, libamdhip64.so"
#define NDW_GPU_MODULE_BINARY gpu::module_binary  // hiprtc keeps nothing: core caches code objects
