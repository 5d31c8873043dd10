#include "cpu/cpu_queue.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <shared_mutex>

#include "cpu/check/checked_kernel.hpp"
#include "cpu/compiled_kernel.hpp"
#include "cpu/host_info.hpp"
#include "cpu/launch_plan.hpp"
#include "cpu/memory/bulk_memory.hpp"
#include "cpu/memory/footprint.hpp"
#include "cpu/placement/partition.hpp"
#include "cpu/strategy.hpp"
#include "cpu/tuning.hpp"
#include "cpu/validation/validation.hpp"
#include "ndweave/detail/check_mode.hpp"
#include "runtime/environment/validate_mode.hpp"
#include "runtime/kernel/captures/constant_code.hpp"
#include "runtime/kernel/kernel_variant.hpp"
#include "runtime/kernel/validate_launch.hpp"
#include "runtime/kernel/validation_log.hpp"

namespace ndweave::detail {
namespace {

using clock = std::chrono::steady_clock;

double ns_since(clock::time_point start) {
    return std::chrono::duration<double, std::nano>(clock::now() - start).count();
}

/// An event that has already happened.
class timestamp final : public event_impl {
public:
    void wait() override {}
    bool complete() override { return true; }
    double seconds() override { return std::chrono::duration<double>(at_.time_since_epoch()).count(); }

private:
    const clock::time_point at_ = clock::now();
};

constexpr std::uint64_t max_small_id_items = std::uint64_t{1} << 30;  // for NDW_COMPILE_SMALL_IDS

std::uint64_t items_of(const launch& l) { return l.global_range[0] * l.global_range[1] * l.global_range[2]; }

/// Launches with a larger footprint use streaming stores; smaller ones may leave data in the caches for the next
/// launch. Three times the effective last-level cache, since repeated streams keep part of it, but at most all of a
/// socket's (docs/decisions/011).
std::uint64_t streaming_threshold() {
    return std::min(tuning::streaming_llc_multiple * effective_llc_bytes(), socket_llc_bytes());
}

/// The variant of its kernel that a launch runs. On the path of every launch, as `plan_of`.
[[gnu::always_inline]] inline ndw_kernel_variant choose_variant(const launch& l, cpu_strategy of_environment,
                                                                bool check) {
    const kernel_properties& p = l.properties;
    ndw_kernel_variant v = variant_of(*l.kernel);
    v.target = NDW_TARGET_HOST;
    std::copy_n(l.local_range, 3, v.local_range);
    v.strategy = static_cast<std::uint32_t>(p.strategy == cpu_strategy::automatic ? of_environment : p.strategy);
    v.flags = (p.fast_math ? NDW_COMPILE_FAST_MATH : 0u) | (p.fast_vector_math ? NDW_COMPILE_FAST_VECTOR_MATH : 0u);
    v.sub_group_size = p.sub_group_size ? p.sub_group_size : tuning::sub_group_size;
    if (items_of(l) <= max_small_id_items) v.flags |= NDW_COMPILE_SMALL_IDS;
    v.pointer_alignment = 1;
    if (check) {
        if (v.strategy == NDW_STRATEGY_FIBER) v.strategy = NDW_STRATEGY_AUTO;  // only compiled code is instrumented
        v.flags |= NDW_COMPILE_CHECK;
        return v;
    }
    v.flags |= NDW_COMPILE_DISTINCT_POINTERS;
    // A launch too small to stream needs no pointer lookups.
    const std::uint64_t threshold = streaming_threshold();
    if (items_of(l) > threshold / tuning::max_bytes_per_item) {
        const footprint f = estimate_footprint(l);
        if (f.bytes > threshold) {
            v.flags |= NDW_COMPILE_STREAMING_STORES;
            v.pointer_alignment = f.alignment;
        }
    }
    return v;
}

/// The grid that is distributed to threads: work-groups, or for basic kernels runs of work-items along axis 0.
struct launch_grid {
    launch_grid(kernel_kind kind, const ndw_host_launch& l)
        : run(kind == kernel_kind::basic ? tuning::basic_kernel_run : 1) {
        std::copy_n(kind == kernel_kind::nd_range ? l.group_range : l.global_range, 3, limit);
        extent[0] = (limit[0] - 1) / run + 1;
        extent[1] = limit[1];
        extent[2] = limit[2];
    }

    std::uint64_t units() const { return extent[0] * extent[1] * extent[2]; }
    grid_box full_box() const { return {{0, 0, 0}, {limit[0], limit[1], limit[2]}}; }
    /// A box of units as a box of work-groups or work-items.
    grid_box scaled(grid_box b) const {
        b.begin[0] *= run;
        b.end[0] = std::min(b.end[0] * run, limit[0]);
        return b;
    }

    std::uint64_t extent[3], limit[3], run;
};

class cpu_queue : public queue_impl {
public:
    cpu_queue(const device_limits& device, bool profiling)
        : device_(device),
          profiling_(profiling),
          check_(check_mode()),
          races_(check_ ? std::make_unique<race_detector>() : nullptr),
          validated_share_(validated_share()),
          strategy_(strategy_of_environment()),
          captures_(validated_share_ > 0 ? captures_mode::never : captures_mode_of_environment()) {}

    bool synchronous() const override { return true; }
    bool checks() const override { return check_; }

    void prepare(const detail::launch& l) override { plan_of(l); }

    void launch(const detail::launch& l) override {
        run_in_order(l);
        write_cache_if_dirty();
    }

    void copy(void* to, const void* from, std::size_t bytes) override {
        const std::lock_guard lock(in_order_);
        const auto validation = share_validation_lock();
        bulk_copy(to, from, bytes);
    }

    void fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) override {
        const std::lock_guard lock(in_order_);
        const auto validation = share_validation_lock();
        bulk_fill(to, pattern, pattern_bytes, count);
    }

    void wait() override {}
    /// Events of the CPU have already happened. Those of other devices are waited for here, since every call runs at
    /// once.
    void wait_for(const std::shared_ptr<event_impl>& event) override {
        if (event) event->wait();
    }
    std::shared_ptr<event_impl> record() override { return profiling_ ? std::make_shared<timestamp>() : nullptr; }

private:
    void run_in_order(const detail::launch& l) {
        const std::lock_guard lock(in_order_);
        launch_plan& plan = plan_of(l);
        if (plan.compiled) validate_declared_memory(l, *plan.compiled, device_);
        const std::uint64_t items = l.points != 0 ? l.points : items_of(l);  // the unit of the estimate
        const ndw_host_launch h = host_launch(l);
        const launch_grid grid(l.kernel->kind, h);
        if (validated_share_ > 0 && validate(l, h, plan, items, grid, validated_share_)) return;
        const auto validation = share_validation_lock();
        if (check_) {
            run_checked(*plan.compiled, l, allocation_map::instance().all(), grid.full_box(), *races_);
        } else if (plan.compiled) {
            run_compiled(code_of(plan, l, items), l, h, plan.estimate, items, grid);
        } else {
            run(l, plan.estimate, items, grid, [&](const grid_box& b) { run_library_box(l, plan.library, b); });
        }
    }

    /// How the launch runs: as if captured pointers led into allocations of their own, as far as they do.
    [[gnu::always_inline]] launch_plan& plan_of(const detail::launch& l) const {
        ndw_kernel_variant variant = choose_variant(l, strategy_, check_);
        launch_plan& apart = find_plan(*l.kernel, variant, device_);
        const std::uint64_t classes = apart.compiled ? apart.distinct.classes_of(*apart.compiled, l.functor) : 0;
        if (classes == 0) return apart;
        if (classes != pointers_anywhere) {
            variant.pointer_classes = classes;
            launch_plan& plan = find_plan(*l.kernel, variant, device_);
            if (implies_distinction(*apart.compiled, *plan.compiled, classes)) return plan;
            variant.pointer_classes = 0;
        }
        variant.flags &= ~NDW_COMPILE_DISTINCT_POINTERS;
        return find_plan(*l.kernel, variant, device_);
    }

    /// What the launch runs: code that has its captures as constants, or the plan's.
    const ndw_compiled_kernel& code_of(launch_plan& plan, const detail::launch& l, std::uint64_t items) const {
        if (!plan.captures) return *plan.compiled;
        const double ns = plan.estimate.ns(items);
        const constant_code* const code =
            code_for(*plan.captures, *l.kernel, plan.variant, *plan.compiled, l.functor, ns, captures_);
        if (!code) return *plan.compiled;
        if (code->is_new()) report(*l.kernel, plan, *code, device_);
        return *code->compiled;
    }

    std::shared_lock<std::shared_mutex> share_validation_lock() const {
        return validated_share_ > 0 ? std::shared_lock(validation_lock) : std::shared_lock<std::shared_mutex>();
    }

    /// Whether the launch was due for validation, and has run.
    static bool validate(const detail::launch& l, const ndw_host_launch& h, launch_plan& plan, std::uint64_t items,
                         const launch_grid& grid, double share) {
        const std::lock_guard lock(validation_lock);
        if (!is_validation_due(plan, share)) return false;
        if (!plan.compiled) {
            log_validation(*l.kernel, validation_outcome::not_validated, "the kernel runs in library mode");
            return false;
        }
        run_validated(l, plan, [&](const ndw_compiled_kernel& kernel, bool alone) {
            if (alone) return run_compiled_box(kernel, l, h, grid.full_box());
            // Short launches on one thread, as that of the reference: what differs is then the code's doing.
            work_estimate guess(tuning::compiled_item_ns);
            guess.observe(items, guess.ns(items));
            run_compiled(kernel, l, h, guess, items, grid);
        });
        return true;
    }

    static void run_compiled(const ndw_compiled_kernel& kernel, const detail::launch& l, const ndw_host_launch& h,
                             work_estimate& estimate, std::uint64_t items, const launch_grid& grid) {
        run(l, estimate, items, grid, [&](const grid_box& b) { run_compiled_box(kernel, l, h, b); });
    }

    template <class RunBox>
    static void run(const detail::launch& l, work_estimate& estimate, std::uint64_t items, const launch_grid& grid,
                    const RunBox& run_box) {
        if (!estimate.is_small(items)) {
            run_parallel(l, estimate, items, grid, run_box);
        } else {
            const auto start = clock::now();
            run_box(grid.full_box());
            estimate.observe(items, ns_since(start));
        }
    }

    template <class RunBox>
    static void run_parallel(const detail::launch& l, work_estimate& estimate, std::uint64_t items,
                             const launch_grid& grid, const RunBox& run_box) {
        std::atomic<double> ns = 0;  // over all threads
        const auto part = [&](std::uint64_t begin, std::uint64_t end) {
            const auto start = clock::now();
            for_each_box(grid.extent, begin, end, [&](const grid_box& b) { run_box(grid.scaled(b)); });
            ns.fetch_add(ns_since(start), std::memory_order_relaxed);
        };
        parallel_parts(grid.units(), estimate.parallel_ns(items), part, [&] { return estimate_footprint(l).bytes; });
        estimate.observe(items, ns.load(std::memory_order_relaxed));
    }

    std::mutex in_order_;  // held while a call runs; nothing else is locked before it
    const device_limits& device_;
    const bool profiling_, check_;
    const std::unique_ptr<race_detector> races_;
    const double validated_share_;
    const cpu_strategy strategy_;
    const captures_mode captures_;
};

/// A class of its own, for queues of the whole CPU should not look for a partition at each launch.
class partition_queue final : public cpu_queue {
public:
    partition_queue(const device_limits& device, cpu_partition& partition, bool profiling)
        : cpu_queue(device, profiling), partition_(partition) {}

    void launch(const detail::launch& l) override {
        const partition_scope scope(partition_);
        cpu_queue::launch(l);
    }
    void copy(void* to, const void* from, std::size_t bytes) override {
        const partition_scope scope(partition_);
        cpu_queue::copy(to, from, bytes);
    }
    void fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) override {
        const partition_scope scope(partition_);
        cpu_queue::fill(to, pattern, pattern_bytes, count);
    }

    /// Launches find it bound already, which takes a tenth of the time.
    void adopt_thread() override {
        static thread_local std::optional<thread_binding> held;
        held.emplace(partition_.mask());
    }

private:
    cpu_partition& partition_;
};

}  // namespace

std::unique_ptr<queue_impl> make_cpu_queue(const device_limits& device, cpu_partition* partition, bool profiling) {
    if (partition) return std::make_unique<partition_queue>(device, *partition, profiling);
    return std::make_unique<cpu_queue>(device, profiling);
}

}  // namespace ndweave::detail
