/// The threads that run one host thread's launches.
///
/// oneTBB's workers sleep between launches and take some 30 µs to wake, longer than many launches run. A worker that
/// was requested for a launch therefore lingers in a slot of the team and takes the slot's share of the next launches
/// directly from the team. TBB only sees busy workers.
///
///     caller   distribute  | own share | steal from others | wait for running tasks  | return
///     worker   .. poll ... | own share | steal from others | poll .. (200 µs without a launch) | leave
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>

#include "cpu/scheduling/task_range.hpp"
#include "cpu/tuning.hpp"
#include "ndweave/detail/function_ref.hpp"

namespace ndweave::detail {

class cpu_partition;

/// A launch as numbered tasks: share s consists of the tasks from s * tasks_per_share.
struct parallel_task {
    unsigned shares;  // threads that start with a share of their own, at most the team's slots
    std::uint32_t tasks_per_share;
    double expected_ns;  // of all tasks, on one thread
    function_ref<void(std::uint32_t task)> run;

    std::uint32_t tasks() const { return shares * tasks_per_share; }
};

/// Belongs to one host thread and one TBB arena or partition at a time. Never destroyed, since workers may access it at
/// any time; a team whose owner has ended is reused for the next thread that needs one.
class launch_team {
public:
    /// The calling thread's team of that many slots, in its current partition (cpu_partition::current()), else its
    /// current arena. Pre: TBB knows the thread; it runs no task.
    static launch_team& of_this_thread(unsigned slots);
    /// Whether the calling thread runs a task of some launch.
    static bool runs_a_task();

    /// Runs all tasks, on the calling thread and on the workers that are here or arrive in time. The first share is the
    /// calling thread's, the others follow by slot, so that a thread starts with the same tasks in each launch; a
    /// thread that has finished its share steals from the ends of others. Rethrows the first exception, after which
    /// tasks that have not started are skipped.
    void run(const parallel_task& work);

private:
    struct membership;

    launch_team() = default;
    /// Where a team's workers come from: `partition`, or where that is null the arena.
    struct place {
        const void* arena;
        cpu_partition* partition;
        unsigned slots;

        static place of_this_thread(unsigned slots);
        bool operator==(const place&) const = default;
    };

    static launch_team& acquire(const place&);
    void assign(const place&);

    bool should_request_workers(const parallel_task& work) const;
    void request_workers(const parallel_task& work);
    bool request_worker() noexcept;
    void distribute(const parallel_task& work);
    void worker_loop();
    unsigned claim_slot();
    bool wait_for_launch(std::uint32_t& seen) const;
    bool other_teams_waiting() const;
    void run_tasks(unsigned own);
    void run_task(std::uint32_t task);
    void wait_for_workers();

    /// Slot 0 is the owner's.
    struct slot {
        task_range tasks;
        std::atomic<bool> taken{false};
    };

    // Of the launch. Whoever has taken a task may read them: the caller waits for tasks that were taken.
    const parallel_task* work_ = nullptr;
    std::exception_ptr error_;
    std::atomic<bool> failed_{false};

    place place_{};
    std::shared_ptr<cpu_partition> partition_;  // of place_: kept while workers may be there
    unsigned slot_count_ = 0;
    std::unique_ptr<slot[]> slots_;
    bool owned_ = false;  // under the lock of all teams
    std::chrono::steady_clock::time_point last_end_{}, next_request_{};

    alignas(tuning::cache_line_bytes) std::atomic<std::uint32_t> launches_{0};
    std::atomic<bool> disbanded_{false};
    alignas(tuning::cache_line_bytes) std::atomic<std::uint32_t> finished_{0};  // tasks of the launch
    std::atomic<unsigned> workers_{0};                                          // here or requested
    std::atomic<int> pending_requests_{0};                                      // requested, not yet here
};

}  // namespace ndweave::detail
