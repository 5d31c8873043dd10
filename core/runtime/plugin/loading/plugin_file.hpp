/// A file that may be a plugin. It is opened once, so that the checked file is the loaded one, even if its name is
/// reused.
#pragma once

#include <string>

namespace ndweave::detail {

/// Why a file must not be loaded, and what to do. Empty reason: it may be loaded.
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

    /// Rejects what another user could change: files, folders and links of other owners (than root and the effective
    /// user), files writable by group or others, folders writable by others.
    file_problem check_ownership() const;

    /// Rejects everything but complete shared objects of this machine: other files, other processors, truncated files
    /// (the dynamic linker would map missing pages). Pre: check_ownership.
    file_problem check_shared_object() const;

    /// For dlopen, in this process and in a forked child, while this lives.
    std::string loadable_path() const;

    /// Keeps the file open for good: the dynamic linker identifies a loaded object by that path, which no other file
    /// may get.
    void stay_open() { stays_open_ = true; }

private:
    const std::string path_;
    const int descriptor_;
    const int error_;  // of opening it
    bool stays_open_ = false;
};

}  // namespace ndweave::detail
