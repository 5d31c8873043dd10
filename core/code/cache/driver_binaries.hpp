/// What drivers make of code, in the disk cache beside the compiled kernels and under the same rules.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ndweave::code::cache {

/// `build` is the kernel compiler's: another one may repair binaries in another way. `identity` says everything else
/// that the binary depends on. Loading gives nothing where none is kept or it is empty or damaged. What is stored is on
/// the disk after write_pending().
std::optional<std::string> load_driver_binary(const std::string& directory, std::string_view build,
                                              std::string_view identity);
void store_driver_binary(const std::string& directory, std::string_view build, std::string_view identity,
                         std::string_view bytes);

}  // namespace ndweave::code::cache
