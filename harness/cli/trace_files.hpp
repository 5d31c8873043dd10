/// The timelines of a run's workers (NDWEAVE_TRACE), as one file.
#pragma once

#include <string>

namespace ndweave::harness {

class trace_files {
public:
    /// From now on each worker writes a file beside `path`; empty: none does. Throws apps::usage_error where it cannot
    /// be written.
    explicit trace_files(const std::string& path);

    /// Puts them together and removes them; workers that crashed left none. Reports failures on standard error; false:
    /// the file was not written.
    bool join() const;

private:
    std::string path_;
};

}  // namespace ndweave::harness
