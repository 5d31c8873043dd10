/// Whether this machine and this process can use AMD GPUs, before anything of ROCm is loaded.
#pragma once

namespace ndweave::hip {

/// vendor::admit. Machines without an AMD GPU often have libamdhip64 (Blender and PyTorch bring it), and loading it
/// costs tens of megabytes and, beside some OpenCL drivers, the process: the kernel's device file is asked first.
/// Whoever names the library is taken at their word.
int admit(const char* named_library);

}  // namespace ndweave::hip
