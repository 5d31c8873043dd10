/// A file that may be a plugin. It is opened once: what is checked is what is loaded, whatever becomes of its name.
#pragma once

#include <string>

namespace ndweave::detail {

/// Why a file must not be loaded, and what to do about it. Empty reason: it may.
struct file_problem {
    std::string reason;
    std::string hint;
    explicit operator bool() const { return !reason.empty(); }
};

class plugin_file {
public:
    explicit plugin_file(const std::string& path);
    ~plugin_file();
    plugin_file(const plugin_file&) = delete;
    plugin_file& operator=(const plugin_file&) = delete;

    /// Refuses what another user could change: files, folders and links of foreign owners (other than root and the
    /// effective user), files that group or others may write, folders that others may write.
    file_problem check_ownership() const;

    /// Refuses what is no complete shared object of this machine: other files, other processors, files cut short (of
    /// which the dynamic linker would map pages that are not there). Pre: check_ownership.
    file_problem check_shared_object() const;

    /// For dlopen, in this process and in a forked child, while this lives.
    std::string loadable_path() const;

    /// For good: the dynamic linker knows what it has loaded by that path, which no other file may get.
    void stay_open() { stays_open_ = true; }

private:
    const std::string path_;
    const int descriptor_;
    const int error_;  // of opening it
    bool stays_open_ = false;
};

}  // namespace ndweave::detail
