/// Which build of the kernel compiler this is: part of every cache key, so that no other build's code is taken for this
/// one's.
#pragma once

#include <string>

namespace ndweave::compiler::cache {

/// The linker's build id (ELF note NT_GNU_BUILD_ID) of the library or program that this function is in, in hexadecimal.
const std::string& build_id();

}  // namespace ndweave::compiler::cache
