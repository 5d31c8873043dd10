/// Where plugins may lie, and which files there may be loaded.
///
/// A plugin is `ndweave-plugin-BACKEND.so` in the folder `ndweave` beside libndweave.so, then in the absolute folders
/// of NDWEAVE_PLUGIN_PATH (colon-separated; ignored in set-user-id programs). The working directory is never searched.
#pragma once

#include <string>
#include <vector>

namespace ndweave::detail {

/// Folders to search, in order; they need not exist.
std::vector<std::string> plugin_directories();

/// The file name of a backend's plugin.
std::string plugin_file_name(const std::string& backend);

/// Why a file must not be loaded, and what to do about it. Empty reason: it may.
struct file_problem {
    std::string reason;
    std::string hint;
    explicit operator bool() const { return !reason.empty(); }
};

/// Refuses files and folders of which another user could change the contents: of foreign owners (other than root and
/// the effective user), files that group or others may write, folders that others may write.
file_problem check_ownership(const std::string& path);

/// Refuses what is no complete shared object of this machine: other files, other processors, files cut short (of which
/// the dynamic linker would map pages that are not there).
file_problem check_shared_object(const std::string& path);

}  // namespace ndweave::detail
