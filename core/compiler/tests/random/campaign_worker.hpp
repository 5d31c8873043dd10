/// What the processes of a random campaign do.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>

namespace ndweave::compiler::testing {

/// Checks the seeds one after the other and writes a line for each to the file descriptor `to`: the outcome as a digit,
/// and a message.
void check_seeds(std::uint64_t first, std::uint64_t end, int to);

/// Looks for the way in which the seed's kernel fails, writes the kernel to `<seed>.ll` in the folder, and, made small,
/// to `<seed>.shrunk.ll`.
void shrink_seed(std::uint64_t seed, const std::filesystem::path& out, std::chrono::seconds case_limit,
                 std::chrono::seconds limit);

}  // namespace ndweave::compiler::testing
