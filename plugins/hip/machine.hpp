/// Whether this machine and this process can use AMD GPUs, before anything of ROCm is loaded.
#pragma once

namespace ndweave::hip {

/// vendor::admit. Machines without an AMD GPU often have libamdhip64 (part of Blender and PyTorch). Loading it costs
/// tens of megabytes and, beside some OpenCL drivers, crashes the process, so the kernel's device file is checked
/// first. There is no check if the user names the library.
int admit(const char* named_library);

}  // namespace ndweave::hip
