/// The other libraries of the ROCm that libamdhip64 belongs to.
#pragma once

#include <initializer_list>
#include <string>

namespace ndweave::hip {

/// Opens the first available of `names`: already loaded, beside `library`, or on the linker's path. If none is, returns
/// null and sets the reasons in `why`.
void* open_companion(void* library, std::initializer_list<std::string> names, std::string& why);

/// The suffix after "libamdhip64.so" in the file name under which `library` was found: "", ".5", ".6.2.4".
std::string version_suffix(void* library);

}  // namespace ndweave::hip
