/// The threads that run one host thread's launches.
///
/// oneTBB's workers fall asleep between launches and take some 30 µs to come back, longer than many a launch takes. A
/// worker that was called to a launch therefore stays for a while, at a seat of the team, and takes the seat's share of
/// the next launches straight from the team. TBB only sees workers that are busy.
///
///     caller   deal shares | own share | what others have not begun | wait for those at work | return
///     worker   .. look ... | own share | what others have not begun | look .. (200 µs without a launch) | leave
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>

#include "cpu/work_share.hpp"
#include "ndweave/function_ref.hpp"

namespace ndweave::detail {

/// A launch as numbered pieces: share s consists of the pieces from s * pieces_per_share.
struct piecework {
    unsigned shares;  // threads that begin with a share of their own, at most the team's slots
    std::uint32_t pieces_per_share;
    double expected_ns;  // of all, on one thread
    function_ref<void(std::uint32_t piece)> run;

    std::uint32_t pieces() const { return shares * pieces_per_share; }
};

/// Belongs to one host thread and one TBB arena at a time. Never destroyed, since workers may look at it whenever; a
/// team whose owner is gone is given to the next thread that needs one.
class launch_team {
public:
    /// The calling thread's, in the arena in which it is now and which has `slots` (max_concurrency()). Pre: TBB knows
    /// the thread; it runs no piece.
    static launch_team& of_this_thread(unsigned slots);
    /// Whether the calling thread runs a piece of some launch.
    static bool runs_a_piece();

    /// Runs all pieces, on the calling thread and on workers that are here or come in time. The first share is the
    /// calling thread's, the others follow by seat, so that from launch to launch a thread begins with the same pieces;
    /// whoever has done its share takes from others' ends. Rethrows the first exception, after which pieces
    /// that have not begun are left out.
    void run(const piecework& work);

private:
    struct membership;

    launch_team() = default;
    static launch_team& acquire(const void* arena, unsigned slots);
    void assign(const void* arena, unsigned slots);
    bool is_for(const void* arena, unsigned slots) const { return arena_ == arena && slots_ == slots; }

    bool worth_a_call(const piecework& work) const;
    void call_workers(const piecework& work);
    bool call_worker() noexcept;
    void deal(const piecework& work);
    void attend();
    unsigned take_seat();
    bool await_launch(std::uint32_t& seen) const;
    bool others_call() const;
    void take_part(unsigned seat);
    void run_piece(std::uint32_t piece);
    void await_others();

    /// Seat 0 is the owner's.
    struct seat {
        work_share share;
        std::atomic<bool> taken{false};
    };

    // Of the launch. Whoever has taken a piece may read them: the caller waits for pieces that were taken.
    const piecework* work_ = nullptr;
    std::exception_ptr error_;
    std::atomic<bool> failed_{false};

    const void* arena_ = nullptr;
    unsigned slots_ = 0;
    std::unique_ptr<seat[]> seats_;  // as many as slots
    bool owned_ = false;             // under the lock of all teams
    std::chrono::steady_clock::time_point last_end_{}, next_call_{};

    alignas(64) std::atomic<std::uint32_t> launches_{0};
    std::atomic<bool> disbanded_{false};
    alignas(64) std::atomic<std::uint32_t> finished_{0};  // pieces of the launch
    std::atomic<unsigned> members_{0};                    // workers that are here or were called
    std::atomic<int> open_calls_{0};                      // that none has followed yet
};

}  // namespace ndweave::detail
