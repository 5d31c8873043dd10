/// The folder of libndweave.so: the kernel compiler and the plugins are installed beside it.
#pragma once

#include <string>

namespace ndweave::detail {

/// Absolute path of the folder, links resolved; empty if the dynamic linker does not tell.
std::string library_directory();

}  // namespace ndweave::detail
