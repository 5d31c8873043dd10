/// HIP C++ to code objects through hiprtc.
#pragma once

#include <string>
#include <vector>

namespace ndweave::hip {

/// Compiles `source` for `architecture` (which check_architecture has accepted). Returns an ndw_status with its text
/// set. `library` is libamdhip64, which contains hiprtc up to ROCm 6; from there on it is libhiprtc beside it.
int compile(void* library, const char* source, const std::string& architecture, bool fast_math,
            std::vector<char>& code_object);

}  // namespace ndweave::hip
