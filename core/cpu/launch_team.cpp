#include "cpu/launch_team.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include "cpu/patience.hpp"
#include "cpu/per_thread.hpp"
#include "cpu/thread_sanitizer.hpp"
#include "runtime/fork_locks.hpp"

namespace ndweave::detail {
namespace {

using std::chrono::microseconds;

constexpr microseconds stay{200};              // of a worker without launches
constexpr microseconds stay_when_called{5};    // while other teams call for workers
constexpr double long_enough_ns = 50e3;        // to wake workers that sleep: 10 µs of the caller's time, then 30 µs
constexpr microseconds callers_patience{500};  // before the calling thread sleeps

// What calling may cost (docs/decisions/013). A call goes through locks of TBB, whose holder may not be running.
constexpr double least_calling_ns = 20e3;    // of one launch; a quiet machine takes less for all
constexpr double calling_per_ns = 1.0 / 16;  // of a long one: in parts of its work
constexpr int pause_after_calls = 3;         // times as long as they took

/// Calls for workers, of all teams, that none has followed yet.
std::atomic<int> all_open_calls{0};

/// The arena in which the calling thread is.
class current_arena : public tbb::task_arena {
public:
    current_arena() : tbb::task_arena(attach{}) {}
    const void* identity() const { return my_arena.load(std::memory_order_relaxed); }
};

unsigned current_slot() { return static_cast<unsigned>(tbb::this_task_arena::current_thread_index()); }

[[gnu::tls_model("initial-exec")]] constinit thread_local bool in_piece = false;

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
    const void* const arena = current_arena().identity();
    if (mine.team == nullptr || !mine.team->is_for(arena, slots)) {
        mine.disband();
        mine.team = &acquire(arena, slots);
    }
    return *mine.team;
}

bool launch_team::runs_a_piece() { return in_piece; }

launch_team& launch_team::acquire(const void* arena, unsigned slots) {
    const std::lock_guard lock(all_teams_mutex);
    for (launch_team* team : all_teams()) {
        if (team->owned_ || team->members_.load(std::memory_order_acquire) != 0) continue;
        team->assign(arena, slots);
        return *team;
    }
    auto* const team = new launch_team;
    all_teams().push_back(team);
    team->assign(arena, slots);
    return *team;
}

void launch_team::assign(const void* arena, unsigned slots) {
    if (slots > slots_) seats_ = std::make_unique<seat[]>(slots);
    arena_ = arena;
    slots_ = slots;
    owned_ = true;
    disbanded_.store(false, std::memory_order_relaxed);
}

void launch_team::run(const piecework& work) {
    deal(work);
    if (worth_a_call(work)) call_workers(work);
    take_part(0);
    await_others();
    last_end_ = patience::clock::now();
    if (failed_.exchange(false, std::memory_order_relaxed)) std::rethrow_exception(std::exchange(error_, nullptr));
}

/// A short launch by itself is done before a sleeping worker comes; the first of many is not.
bool launch_team::worth_a_call(const piecework& work) const {
    if (members_.load(std::memory_order_relaxed) >= work.shares - 1) return false;
    const auto now = patience::clock::now();
    return now >= next_call_ && (work.expected_ns >= long_enough_ns || now - last_end_ < stay);
}

/// As many as are missing now: those that leave meanwhile are not called back. A later launch calls the rest where
/// calls take long.
void launch_team::call_workers(const piecework& work) {
    // An enqueued task would get a worker even where the program allows one thread only.
    const std::size_t allowed = tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism) - 1;
    const auto most = static_cast<unsigned>(std::min<std::size_t>(work.shares - 1, allowed));
    const std::chrono::duration<double, std::nano> budget(
        std::max(least_calling_ns, work.expected_ns * calling_per_ns));
    const auto begin = patience::clock::now();
    auto now = begin;
    for (unsigned n = members_.load(std::memory_order_relaxed); n < most && now - begin < budget; ++n) {
        if (!call_worker()) break;
        now = patience::clock::now();
    }
    next_call_ = now + pause_after_calls * (now - begin);
}

/// False where there is no memory for a call: the launch takes longer then, no more.
bool launch_team::call_worker() noexcept {
    const auto count = [this](int step) {
        members_.fetch_add(static_cast<unsigned>(step), std::memory_order_release);
        open_calls_.fetch_add(step, std::memory_order_relaxed);
        all_open_calls.fetch_add(step, std::memory_order_relaxed);
    };
    count(1);
    sanitized_call::made();
    try {
        tbb::this_task_arena::enqueue([this] {
            sanitized_call::followed();
            all_open_calls.fetch_sub(1, std::memory_order_relaxed);
            open_calls_.fetch_sub(1, std::memory_order_relaxed);
            tbb::this_task_arena::isolate([this] { attend(); });
            members_.fetch_sub(1, std::memory_order_release);
        });
        return true;
    } catch (...) {
        count(-1);
        return false;
    }
}

void launch_team::deal(const piecework& work) {
    work_ = &work;
    finished_.store(0, std::memory_order_relaxed);
    for (unsigned s = 0; s < work.shares; ++s) {
        const std::uint32_t begin = s * work.pieces_per_share;
        seats_[s].share.offer(begin, begin + work.pieces_per_share);
    }
    launches_.fetch_add(1, std::memory_order_release);
}

/// A worker's visit.
void launch_team::attend() {
    // Slot 0 is the calling thread's: TBB gives it other tasks while it waits for work of its own, which must not wait.
    if (current_slot() == 0) return;
    const unsigned seat = take_seat();
    if (seat == 0) return;
    std::uint32_t seen = launches_.load(std::memory_order_relaxed);
    do {
        take_part(seat);
    } while (await_launch(seen));
    seats_[seat].taken.store(false, std::memory_order_release);
}

/// The one that the calling thread had last, where its data may still be; else the first that is free, for launches
/// with fewer shares than seats give theirs to the first. 0 if none is.
unsigned launch_team::take_seat() {
    struct place {
        const launch_team* team;
        unsigned seat;
    };
    static constinit thread_local place last{};
    const auto take = [this](unsigned s) { return !seats_[s].taken.exchange(true, std::memory_order_acquire); };
    if (last.team == this && last.seat < slots_ && take(last.seat)) return last.seat;
    for (unsigned s = 1; s < slots_; ++s) {
        if (!take(s)) continue;
        last = {this, s};
        return s;
    }
    return 0;
}

bool launch_team::await_launch(std::uint32_t& seen) const {
    patience rest(stay);
    for (;;) {
        const std::uint32_t now = launches_.load(std::memory_order_relaxed);
        if (now != seen) {
            seen = now;
            return true;
        }
        if (disbanded_.load(std::memory_order_relaxed) || !rest.next()) return false;
        if (rest.waited() > stay_when_called && others_call()) return false;
    }
}

/// Whoever left because of his own team's calls would be called back at once, and so on for ever.
bool launch_team::others_call() const {
    return all_open_calls.load(std::memory_order_relaxed) > open_calls_.load(std::memory_order_relaxed);
}

void launch_team::take_part(unsigned seat) {
    std::uint32_t done = 0;
    for (; const auto piece = seats_[seat].share.take_first(); ++done) run_piece(*piece);
    for (unsigned s = 1; s < slots_; ++s) {
        for (; const auto piece = seats_[(seat + s) % slots_].share.take_last(); ++done) run_piece(*piece);
    }
    if (done == 0) return;
    const std::uint32_t pieces = work_->pieces();
    if (finished_.fetch_add(done, std::memory_order_acq_rel) + done == pieces) finished_.notify_one();
}

void launch_team::run_piece(std::uint32_t piece) {
    if (failed_.load(std::memory_order_relaxed)) return;
    in_piece = true;
    try {
        work_->run(piece);
    } catch (...) {
        if (!failed_.exchange(true, std::memory_order_relaxed)) error_ = std::current_exception();
    }
    in_piece = false;
}

void launch_team::await_others() {
    const std::uint32_t pieces = work_->pieces();
    patience before_sleep(callers_patience);
    bool awake = true;
    for (;;) {
        const std::uint32_t finished = finished_.load(std::memory_order_acquire);
        if (finished == pieces) return;
        awake = awake && before_sleep.next();
        if (!awake) finished_.wait(finished, std::memory_order_acquire);
    }
}

}  // namespace ndweave::detail
