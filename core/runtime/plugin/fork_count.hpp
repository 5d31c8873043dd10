/// Drivers have threads and locks that a forked child lacks: calls there hang or go wrong.
#pragma once

#include <cstdint>

namespace ndweave::detail {

/// How many forks lie between the process that loaded the library and this one.
std::uint32_t fork_count() noexcept;

/// Throws errc::runtime where this is not the process that `count` was asked in.
void require_same_process(std::uint32_t count);

}  // namespace ndweave::detail
