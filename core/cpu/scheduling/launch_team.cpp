#include "cpu/scheduling/launch_team.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include "cpu/per_thread.hpp"
#include "cpu/placement/partition.hpp"
#include "cpu/placement/worker_binding.hpp"
#include "cpu/scheduling/spin_backoff.hpp"
#include "cpu/thread_sanitizer.hpp"
#include "cpu/tuning.hpp"
#include "runtime/fork_locks.hpp"

namespace ndweave::detail {
namespace {

/// Requests for workers, of all teams, that no worker has answered yet.
std::atomic<int> all_pending_requests{0};

/// The arena in which the calling thread is.
class current_arena : public tbb::task_arena {
public:
    current_arena() : tbb::task_arena(attach{}) {}
    const void* identity() const { return my_arena.load(std::memory_order_relaxed); }
};

unsigned current_arena_slot() { return static_cast<unsigned>(tbb::this_task_arena::current_thread_index()); }

[[gnu::tls_model("initial-exec")]] constinit thread_local bool in_task = false;

std::mutex all_teams_mutex;

[[gnu::constructor]] void hold_at_forks() { hold_while_forking(fork_lock::teams, all_teams_mutex); }

std::vector<launch_team*>& all_teams() {
    static auto& teams = *new std::vector<launch_team*>;
    return teams;
}

}  // namespace

/// The calling thread's ownership of its team.
struct launch_team::membership {
    launch_team* team = nullptr;

    ~membership() { disband(); }

    void disband() {
        if (team == nullptr) return;
        team->disbanded_.store(true, std::memory_order_relaxed);
        const std::lock_guard lock(all_teams_mutex);
        team->owned_ = false;
        team = nullptr;
    }
};

launch_team& launch_team::of_this_thread(unsigned slots) {
    auto& mine = of_calling_thread<membership>();
    const place here = place::of_this_thread(slots);
    if (mine.team == nullptr || mine.team->place_ != here) {
        mine.disband();
        mine.team = &acquire(here);
    }
    return *mine.team;
}

launch_team::place launch_team::place::of_this_thread(unsigned slots) {
    cpu_partition* const partition = cpu_partition::current();
    return {partition != nullptr ? nullptr : current_arena().identity(), partition, slots};
}

bool launch_team::runs_a_task() { return in_task; }

launch_team& launch_team::acquire(const place& where) {
    const std::lock_guard lock(all_teams_mutex);
    for (launch_team* team : all_teams()) {
        if (team->owned_ || team->workers_.load(std::memory_order_acquire) != 0) continue;
        team->assign(where);
        return *team;
    }
    auto* const team = new launch_team;
    all_teams().push_back(team);
    team->assign(where);
    return *team;
}

void launch_team::assign(const place& where) {
    if (where.slots > slot_count_) slots_ = std::make_unique<slot[]>(where.slots);
    place_ = where;
    partition_ = where.partition != nullptr ? where.partition->shared_from_this() : nullptr;
    slot_count_ = where.slots;
    owned_ = true;
    disbanded_.store(false, std::memory_order_relaxed);
}

void launch_team::run(const parallel_task& work) {
    distribute(work);
    if (should_request_workers(work)) request_workers(work);
    run_tasks(0);
    wait_for_workers();
    last_end_ = spin_backoff::clock::now();
    if (failed_.exchange(false, std::memory_order_relaxed)) std::rethrow_exception(std::exchange(error_, nullptr));
}

/// A single short launch is done before a sleeping worker arrives. The first of many launches is worth a request.
bool launch_team::should_request_workers(const parallel_task& work) const {
    if (workers_.load(std::memory_order_relaxed) >= work.shares - 1) return false;
    const auto now = spin_backoff::clock::now();
    return now >= next_request_ &&
           (work.expected_ns >= tuning::min_wakeup_ns || now - last_end_ < tuning::worker_linger);
}

/// Requests as many as are missing now. Workers that leave meanwhile are not requested again. Where requests take long,
/// a later launch requests the rest.
void launch_team::request_workers(const parallel_task& work) {
    // TBB gives an enqueued task a worker even if the program allows one thread only.
    const std::size_t allowed = tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism) - 1;
    const auto max_workers = static_cast<unsigned>(std::min<std::size_t>(work.shares - 1, allowed));
    const std::chrono::duration<double, std::nano> budget(
        std::max(tuning::min_request_budget_ns, work.expected_ns * tuning::request_budget_share));
    const auto begin = spin_backoff::clock::now();
    auto now = begin;
    for (unsigned n = workers_.load(std::memory_order_relaxed); n < max_workers && now - begin < budget; ++n) {
        if (!request_worker()) break;
        now = spin_backoff::clock::now();
    }
    next_request_ = now + tuning::request_pause_factor * (now - begin);
}

/// False if there is no memory for a request. The launch then only takes longer.
bool launch_team::request_worker() noexcept {
    const auto count = [this](int step) {
        workers_.fetch_add(static_cast<unsigned>(step), std::memory_order_release);
        pending_requests_.fetch_add(step, std::memory_order_relaxed);
        all_pending_requests.fetch_add(step, std::memory_order_relaxed);
    };
    count(1);
    sanitized_call::made();
    const auto work = [this] {
        sanitized_call::followed();
        all_pending_requests.fetch_sub(1, std::memory_order_relaxed);
        pending_requests_.fetch_sub(1, std::memory_order_relaxed);
        tbb::this_task_arena::isolate([this] { worker_loop(); });
        workers_.fetch_sub(1, std::memory_order_release);
    };
    try {
        partition_ ? partition_->enqueue(work) : tbb::this_task_arena::enqueue(work);
        return true;
    } catch (...) {
        count(-1);
        return false;
    }
}

void launch_team::distribute(const parallel_task& work) {
    work_ = &work;
    finished_.store(0, std::memory_order_relaxed);
    for (unsigned s = 0; s < work.shares; ++s) {
        const std::uint32_t begin = s * work.tasks_per_share;
        slots_[s].tasks.push(begin, begin + work.tasks_per_share);
    }
    launches_.fetch_add(1, std::memory_order_release);
}

/// What a worker does from its arrival to its departure.
void launch_team::worker_loop() {
    // Arena slot 0 is the calling thread's. While it waits in TBB for its own work, TBB may give it this task; that
    // wait must not last until the team has no more launches. Callers are never in a partition's arena.
    if (!partition_ && current_arena_slot() == 0) return;
    const worker_binding binding(partition_.get());
    if (binding.is_elsewhere()) return;
    const unsigned s = claim_slot();
    if (s == 0) return;
    std::uint32_t seen = launches_.load(std::memory_order_relaxed);
    do {
        run_tasks(s);
    } while (wait_for_launch(seen));
    slots_[s].taken.store(false, std::memory_order_release);
}

/// The slot that the calling thread had last, whose data may still be in its caches. Else the first free slot: launches
/// with fewer shares than slots use the first ones. 0 if none is free.
unsigned launch_team::claim_slot() {
    struct seat {
        const launch_team* team;
        unsigned slot;
    };
    static constinit thread_local seat last{};
    const auto claim = [this](unsigned s) { return !slots_[s].taken.exchange(true, std::memory_order_acquire); };
    if (last.team == this && last.slot < slot_count_ && claim(last.slot)) return last.slot;
    for (unsigned s = 1; s < slot_count_; ++s) {
        if (!claim(s)) continue;
        last = {this, s};
        return s;
    }
    return 0;
}

bool launch_team::wait_for_launch(std::uint32_t& seen) const {
    spin_backoff backoff(tuning::worker_linger);
    for (;;) {
        const std::uint32_t now = launches_.load(std::memory_order_relaxed);
        if (now != seen) {
            seen = now;
            return true;
        }
        if (disbanded_.load(std::memory_order_relaxed) || !backoff.next()) return false;
        if (backoff.waited() > tuning::worker_linger_contended && other_teams_waiting()) return false;
    }
}

/// Requests of its own team do not count: a worker that left because of them would be requested again at once, and the
/// team would livelock.
bool launch_team::other_teams_waiting() const {
    return all_pending_requests.load(std::memory_order_relaxed) > pending_requests_.load(std::memory_order_relaxed);
}

void launch_team::run_tasks(unsigned own) {
    std::uint32_t done = 0;
    for (; const auto task = slots_[own].tasks.pop_front(); ++done) run_task(*task);
    for (unsigned s = 1; s < slot_count_; ++s) {
        for (; const auto task = slots_[(own + s) % slot_count_].tasks.steal_back(); ++done) run_task(*task);
    }
    if (done == 0) return;
    const std::uint32_t tasks = work_->tasks();
    if (finished_.fetch_add(done, std::memory_order_acq_rel) + done == tasks) finished_.notify_one();
}

void launch_team::run_task(std::uint32_t task) {
    if (failed_.load(std::memory_order_relaxed)) return;
    in_task = true;
    try {
        work_->run(task);
    } catch (...) {
        if (!failed_.exchange(true, std::memory_order_relaxed)) error_ = std::current_exception();
    }
    in_task = false;
}

void launch_team::wait_for_workers() {
    const std::uint32_t tasks = work_->tasks();
    spin_backoff backoff(tuning::caller_spin);
    bool awake = true;
    for (;;) {
        const std::uint32_t finished = finished_.load(std::memory_order_acquire);
        if (finished == tasks) return;
        awake = awake && backoff.next();
        if (!awake) finished_.wait(finished, std::memory_order_acquire);
    }
}

}  // namespace ndweave::detail
