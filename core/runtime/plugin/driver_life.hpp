/// The lifetime of drivers. They have threads and locks that a forked child lacks: calls there hang or fail. They also
/// have static objects, which are destroyed at process exit: later calls crash.
#pragma once

#include <cstdint>

namespace ndweave::detail {

/// The number of forks between the process that loaded the library and this one.
std::uint32_t fork_count() noexcept;

/// Whether static objects of drivers may have been destroyed.
bool drivers_have_ended() noexcept;

/// Whether drivers may be called with objects that they created at fork count `forks`.
bool are_drivers_alive(std::uint32_t forks) noexcept;

/// Throws errc::runtime with the reason if they may not.
void require_drivers(std::uint32_t forks);

/// Call after anything that loads a driver or makes it compile: drivers have ended once the process has destroyed the
/// objects that exist now. Objects and std::atexit functions registered later may use drivers during exit.
void drivers_made_objects();

/// Calls of drivers by a thread that the program knows nothing of: the end of the process waits for those that have
/// begun, and later ones must not begin.
class background_driver_work {
public:
    background_driver_work();
    ~background_driver_work();
    background_driver_work(const background_driver_work&) = delete;
    background_driver_work& operator=(const background_driver_work&) = delete;

    bool may_begin() const { return counted_; }

private:
    const bool counted_;
};

/// A driver may continue to compile in other threads until its next call that waits: defers drivers_made_objects() to
/// that call.
void drivers_make_objects() noexcept;
void drivers_were_waited_for();

}  // namespace ndweave::detail
