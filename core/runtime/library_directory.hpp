/// Where libndweave.so lies: the kernel compiler and the plugins are installed beside it.
#pragma once

#include <string>

namespace ndweave::detail {

/// Absolute path of the folder, links resolved; empty where the dynamic linker does not say.
std::string library_directory();

}  // namespace ndweave::detail
