#include "runtime/kernel/background/compile_ahead.hpp"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "cpu/scheduling/thread_limit.hpp"
#include "ndweave/detail/kernel_list.hpp"
#include "runtime/background.hpp"
#include "runtime/device/device_tuning.hpp"
#include "runtime/environment/environment.hpp"
#include "runtime/fork_locks.hpp"
#include "runtime/kernel/kernel_list_access.hpp"
#include "runtime/kernel/kernel_plans.hpp"
#include "runtime/kernel/kernel_variant.hpp"

namespace ndweave::detail {
namespace {

/// A kernel of the program, which may be unloaded by now, and a hash of its variant.
using asked_kernel = std::pair<const kernel_record*, std::size_t>;

struct ahead_work {
    asked_kernel of;
    std::unique_ptr<const owned_request> request;
    ahead_maker make;
};

/// A target, kind and dimensions, and how kernels of them were launched last.
using shape = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
struct last_launch {
    ndw_kernel_variant variant{};
    std::uint64_t when = 0;  // counted in kernels
};
using last_launches = std::map<shape, last_launch>;

shape shape_of(const ndw_kernel_variant& v) { return {v.target, v.kind, v.dimensions}; }

unsigned most_threads() {
    static const unsigned count =
        std::min({std::thread::hardware_concurrency(), thread_limit(), device_tuning::max_ahead_threads});
    return count;
}

unsigned most_kernels() { return device_tuning::ahead_kernels_per_thread * most_threads(); }

/// Never destroyed: threads wait here when the process ends.
struct ahead {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<ahead_work> work;  // the most likely one first
    std::set<asked_kernel> asked;
    last_launches last;
    std::uint64_t launched = 0;
    unsigned threads = 0;    // that are there
    unsigned running = 0;    // of them, those that compile
    unsigned waiting = 0;    // launches, for code that they compile themselves or these threads do
    unsigned compiling = 0;  // of the former
    bool forking = false;

    /// Nothing begins unless a launch waits: processors have nothing else to do then.
    bool is_idle() const { return work.empty() || waiting == 0; }
    bool may_begin() const { return !forking && running + compiling < most_threads(); }
};

ahead& the_ahead() {
    static auto& one = *new ahead;
    return one;
}

void set_forking(void* of, bool forking) {
    auto& a = *static_cast<ahead*>(of);
    const std::lock_guard lock(a.mutex);
    a.forking = forking;
    a.changed.notify_all();
}

/// Forks wait for compilations (fork_lock::compiling), so none begins meanwhile. The child begins anew.
[[gnu::constructor]] void stop_at_forks() {
    hold_while_forking(fork_lock::ahead,
                       {&the_ahead(), [](void* a) { set_forking(a, true); }, [](void* a) { set_forking(a, false); },
                        [](void* a) { std::construct_at(static_cast<ahead*>(a)); }});
}

/// Not where what is compiled is written down for others, who want what was launched.
bool is_wanted() {
    constexpr std::array writes = {"NDWEAVE_DUMP_IR", "NDWEAVE_DUMP_CODE", "NDWEAVE_RECORD_KERNELS"};
    return environment_value("NDWEAVE_COMPILE_AHEAD") != "0" && most_threads() > 1 &&
           std::ranges::all_of(writes, [](const char* name) { return environment_value(name).empty(); });
}

thread_local bool compiles_ahead = false;  // this thread

void serve() {
    compiles_ahead = true;
    use_background_processors();
    ahead& a = the_ahead();
    std::unique_lock lock(a.mutex);
    for (;;) {
        a.changed.wait(lock, [&] { return a.is_idle() || a.may_begin(); });
        if (a.is_idle()) break;
        ++a.running;
        {
            const ahead_work next = std::move(a.work.front());
            a.work.pop_front();
            lock.unlock();
            try {
                next.make(*next.request);
            } catch (const std::exception&) {
                // Its launch, should it come, says so.
            }
        }
        lock.lock();
        --a.running;
        a.changed.notify_all();
    }
    --a.threads;
}

/// What a launch asks for first, before it knows what the code assumes of its pointers.
ndw_kernel_variant as_asked_first(ndw_kernel_variant v) {
    v.pointer_classes = 0;
    if (!(v.flags & NDW_COMPILE_CHECK)) v.flags |= NDW_COMPILE_DISTINCT_POINTERS;
    if (v.target == NDW_TARGET_PTX) v.pointer_alignment = device_tuning::max_access_bytes;
    return v;
}

/// As the last launch of any kind on the CPU, where work-groups of the kernel's kind are the engine's own choice.
/// Nothing on few processors: it may never be launched, and its compilation would hold up one that is.
std::optional<ndw_kernel_variant> of_new_kind(const kernel_record& kernel, std::uint32_t target,
                                              const last_launches& last) {
    if (target != NDW_TARGET_HOST || kernel.kind == kernel_kind::nd_range) return std::nullopt;
    if (most_threads() < device_tuning::min_threads_for_new_kinds) return std::nullopt;
    const last_launch* latest = nullptr;
    for (const auto& [of, launch] : last) {
        if (launch.variant.target == target && (!latest || launch.when > latest->when)) latest = &launch;
    }
    if (!latest) return std::nullopt;
    ndw_kernel_variant v = latest->variant;
    v.kind = static_cast<std::uint32_t>(kernel.kind);
    v.dimensions = kernel.dimensions;
    std::ranges::fill(v.local_range, kernel.kind == kernel_kind::basic ? 0u : 1u);
    return v;
}

/// As the last launch of the kernel's kind and dimensions, if there was one.
std::optional<ndw_kernel_variant> of_its_kind(const kernel_record& kernel, std::uint32_t target,
                                              const last_launches& last) {
    const auto like = last.find({target, static_cast<std::uint32_t>(kernel.kind), kernel.dimensions});
    return like == last.end() ? of_new_kind(kernel, target, last) : like->second.variant;
}

/// How a launch will ask for the kernel first. Nothing: that cannot be told.
std::optional<ndw_kernel_variant> predict(const kernel_record& kernel, std::uint32_t target,
                                          const last_launches& last) {
    std::optional<ndw_kernel_variant> like = of_its_kind(kernel, target, last);
    if (!like) return std::nullopt;
    ndw_kernel_variant& v = *like;
    if (kernel.required_work_group_size[0] != 0) {
        for (std::uint32_t d = 0; d < 3; ++d)
            v.local_range[d] = d < v.dimensions ? kernel.required_work_group_size[v.dimensions - 1 - d] : 1;
    }
    if (kernel.required_sub_group_size != 0) v.sub_group_size = kernel.required_sub_group_size;
    return like;
}

/// Whether something of the kernel was made before.
bool is_launched(kernel_record& kernel) { return first_plan(kernel) != nullptr; }

/// Whether there is another kernel of the same name that is launched in another way, as others were more lately: a
/// program that has the same for ranges and for nd-ranges takes the one or the other; the former where neither was
/// launched.
bool has_likelier_twin(const kernel_record& kernel, std::span<kernel_record* const> all, std::uint32_t target,
                       const last_launches& last) {
    const auto when = [&](const kernel_record& k) {
        const auto found = last.find({target, static_cast<std::uint32_t>(k.kind), k.dimensions});
        return found == last.end() ? 0 : found->second.when;
    };
    const auto is_twin = [&](const kernel_record* k) {
        return (k->kind != kernel.kind || k->dimensions != kernel.dimensions) &&
               std::string_view(k->source_name) == kernel.source_name &&
               (when(*k) > when(kernel) || (when(*k) == when(kernel) && kernel.kind == kernel_kind::nd_range));
    };
    return std::ranges::any_of(all, is_twin);
}

/// All but the one at `here`: those behind it and, one for each three of these, those before it, the nearest first.
std::vector<kernel_record*> around(const std::vector<kernel_record*>& all, std::ptrdiff_t here) {
    std::vector<kernel_record*> sorted;
    const auto count = std::ssize(all);
    const auto add = [&](std::ptrdiff_t at) {
        if (at >= 0 && at < count) sorted.push_back(all[static_cast<std::size_t>(at)]);
    };
    for (std::ptrdiff_t distance = 1; distance < count; ++distance) {
        add(here + distance);
        if (distance % 3 == 0) add(here - distance / 3);
    }
    for (std::ptrdiff_t before = (count - 1) / 3 + 1; before <= here; ++before) add(here - before);
    return sorted;
}

/// Those next to it in the program, of which `all` are, that were not asked for yet.
std::vector<ahead_work> foresee(ahead& a, const kernel_record& needed, const std::vector<kernel_record*>& all,
                                std::uint32_t target, const ahead_maker& make) {
    const auto here = std::ranges::find(all, &needed);
    if (here == all.end()) return {};  // a copy that the runtime made
    std::vector<ahead_work> next;
    unsigned foreseen = 0;
    for (kernel_record* const k : around(all, here - all.begin())) {
        if (!k->bitcode || is_launched(*k)) continue;
        const std::optional<ndw_kernel_variant> v = predict(*k, target, a.last);
        if (!v || has_likelier_twin(*k, all, target, a.last)) continue;
        if (foreseen++ == most_kernels()) break;
        const asked_kernel of(k, hash_of(*v));
        if (a.asked.insert(of).second) next.push_back({of, std::make_unique<const owned_request>(*k, *v), make});
    }
    return next;
}

/// Pre: `a` is locked.
void start_threads(ahead& a) {
    if (a.is_idle()) return;
    const std::size_t wanted = std::min<std::size_t>(a.work.size(), most_threads());
    while (a.threads < wanted && run_beside(serve)) ++a.threads;
}

/// In front of what waits, since what was foreseen last is needed next; drops what is too much by then.
void put_in_front(ahead& a, std::vector<ahead_work> next) {
    a.work.insert(a.work.begin(), std::make_move_iterator(next.begin()), std::make_move_iterator(next.end()));
    for (; a.work.size() > most_kernels(); a.work.pop_back()) a.asked.erase(a.work.back().of);
    start_threads(a);
    a.changed.notify_all();
}

}  // namespace

void compile_ahead(const kernel_record& needed, const ndw_kernel_variant& variant, const ahead_maker& make) {
    if (compiles_ahead || !is_wanted()) return;
    kernel_list_access::with_all([&](const std::vector<kernel_record*>& all) {
        ahead& a = the_ahead();
        const std::lock_guard lock(a.mutex);
        a.last[shape_of(variant)] = {as_asked_first(variant), ++a.launched};
        a.asked.insert({&needed, hash_of(variant)});
        put_in_front(a, foresee(a, needed, all, variant.target, make));
    });
}

void keep_for_launch(compiled_kernel kernel) {
    static auto& mutex = *new std::mutex;
    static auto& kept = *new std::vector<compiled_kernel>;
    const std::lock_guard lock(mutex);
    kept.push_back(std::move(kernel));
}

void finish_compiling_ahead() {
    ahead& a = the_ahead();
    std::unique_lock lock(a.mutex);
    for (; !a.work.empty(); a.work.pop_back()) a.asked.erase(a.work.back().of);
    a.changed.notify_all();
    a.changed.wait(lock, [&] { return a.running == 0; });
}

launch_count::launch_count(launch_count::kind of) : of_(of) { add(1); }
launch_count::~launch_count() { add(-1u); }

void launch_count::add(unsigned change) const {
    if (compiles_ahead) return;
    ahead& a = the_ahead();
    const std::lock_guard lock(a.mutex);
    (of_ == waits ? a.waiting : a.compiling) += change;
    start_threads(a);
    a.changed.notify_all();
}

}  // namespace ndweave::detail
