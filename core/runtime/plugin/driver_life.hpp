/// How long drivers may be called. They have threads and locks that a forked child lacks: calls there hang or go wrong.
/// And they have static objects, which are destroyed while the process ends: calls after that crash.
#pragma once

#include <cstdint>

namespace ndweave::detail {

/// How many forks lie between the process that loaded the library and this one.
std::uint32_t fork_count() noexcept;

/// Whether static objects of drivers may have been destroyed.
bool drivers_have_ended() noexcept;

/// Whether drivers may be called with what they made in the process that had `forks`.
bool are_drivers_alive(std::uint32_t forks) noexcept;

/// Throws errc::runtime where they may not, with the reason.
void require_drivers(std::uint32_t forks);

/// To be called behind whatever loads a driver or has it compile: drivers have ended when the process has destroyed
/// what was made until now. Objects and functions of std::atexit that come later may use them while it ends.
void drivers_made_objects();

/// A driver may go on to compile in other threads until the next of its calls that wait: has what
/// drivers_made_objects() does done behind that.
void drivers_make_objects() noexcept;
void drivers_were_waited_for();

}  // namespace ndweave::detail
