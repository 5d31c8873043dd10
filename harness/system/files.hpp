/// Whole files, read with a limit and written so that a reader sees the old or the new text, never a part.
#pragma once

#include <cstddef>
#include <string>

namespace ndweave::harness {

/// The text of a file. Throws std::runtime_error naming the file and the cause; larger than `max_bytes` is an error.
std::string read_file(const std::string& path, std::size_t max_bytes);

/// Writes beside the file, syncs, renames. Throws std::runtime_error naming the file and the cause ("no space left on
/// device"); the old file is then unchanged.
void write_file(const std::string& path, const std::string& text);

/// Throws what write_file would throw if the folder or the file is not writable; creates and removes an empty file.
void check_writable(const std::string& path);

/// Writes all of `text` to a descriptor and syncs it to disk. Throws std::runtime_error naming `path`.
void write_and_sync(int fd, const std::string& text, const std::string& path);

}  // namespace ndweave::harness
