/// The folders of plugins.
///
/// A plugin is `ndweave-plugin-BACKEND.so` in the folder `ndweave` beside libndweave.so, then in the folders of
/// NDWEAVE_PLUGIN_PATH (absolute, colon-separated; ignored in set-user-id programs). The working directory is never
/// searched.
#pragma once

#include <string>
#include <vector>

namespace ndweave::detail {

/// Folders to search, in order; they need not exist. Throws errc::invalid if NDWEAVE_PLUGIN_PATH contains a relative
/// one.
std::vector<std::string> plugin_directories();

/// The file name of a backend's plugin.
std::string plugin_file_name(const std::string& backend);

}  // namespace ndweave::detail
