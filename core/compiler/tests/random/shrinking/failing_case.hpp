/// What a campaign does with a seed that failed.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>

namespace ndweave::compiler::testing {

/// Looks for the way in which the seed's kernel fails, writes the kernel to `<seed>.ll` in the folder, and, made small,
/// to `<seed>.shrunk.ll`, with the step that made it wrong. Takes about `limit`. Nothing is written where it does not
/// fail again.
void shrink_seed(std::uint64_t seed, const std::filesystem::path& out, std::chrono::seconds limit);

}  // namespace ndweave::compiler::testing
