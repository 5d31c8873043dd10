#include "runtime/kernel/kernel_log.hpp"

#include <memory>
#include <mutex>

#include "runtime/fork_locks.hpp"
#include "runtime/kernel/kernel_name.hpp"

namespace ndweave {
namespace {

/// Never destroyed: destructors of static objects may launch kernels.
struct listener {
    std::mutex mutex;
    std::shared_ptr<const kernel_log> log;  // null: no listener
};

listener& the_listener() {
    static listener& one = *new listener;
    return one;
}

[[gnu::constructor]] void hold_at_forks() {
    detail::hold_while_forking(detail::fork_lock::kernel_log, the_listener().mutex);
}

std::shared_ptr<const kernel_log> current_log() {
    const std::lock_guard lock(the_listener().mutex);
    return the_listener().log;
}

}  // namespace

kernel_log set_kernel_log(kernel_log log) {
    auto next = log ? std::make_shared<const kernel_log>(std::move(log)) : nullptr;
    const std::lock_guard lock(the_listener().mutex);
    the_listener().log.swap(next);
    return next ? *next : kernel_log();
}

void detail::log_kernel(const kernel_record& kernel, const device_limits& device, const std::uint32_t (&local_range)[3],
                        const char* strategy, const std::string& reason, const compiled_kernel& compiled,
                        const std::string& constants) {
    const auto log = current_log();
    if (!log) return;
    kernel_log_entry e{};
    e.kernel = kernel_name(kernel);
    e.device = device.name;
    e.backend = device.backend;
    e.dimensions = static_cast<int>(kernel.dimensions);
    for (int d = 0; d < e.dimensions; ++d) e.work_group[d] = local_range[e.dimensions - 1 - d];
    e.strategy = strategy;
    e.reason = reason;
    e.compiled = compiled != nullptr;
    e.constants = constants;
    if (compiled) {
        e.cached = compiled->cache_hit != 0;
        e.milliseconds = compiled->compile_ms;
        e.report = compiled->report;
    }
    (*log)(e);
}

}  // namespace ndweave
