#include "machine/counters.hpp"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace ndweave::harness {

namespace {

perf_event_attr attributes_of(counted what) {
    perf_event_attr wanted{};
    wanted.size = sizeof wanted;
    wanted.type = what == counted::instructions ? PERF_TYPE_HARDWARE : PERF_TYPE_SOFTWARE;
    wanted.config = what == counted::instructions ? std::uint64_t{PERF_COUNT_HW_INSTRUCTIONS}
                    : what == counted::task_clock ? std::uint64_t{PERF_COUNT_SW_TASK_CLOCK}
                                                  : std::uint64_t{PERF_COUNT_SW_PAGE_FAULTS};
    wanted.inherit = 1;
    wanted.exclude_kernel = 1;  // more users may count user code, and kernels are user code
    wanted.exclude_hv = 1;
    return wanted;
}

std::string paranoid_level() {
    std::ifstream file("/proc/sys/kernel/perf_event_paranoid");
    std::string level;
    std::getline(file, level);
    return level.empty() ? "" : " (it is " + level + ")";
}

}  // namespace

event_counter::event_counter(counted what) {
    perf_event_attr wanted = attributes_of(what);
    event_ = descriptor(static_cast<int>(syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC)));
    error_ = event_ ? 0 : errno;
}

std::optional<std::uint64_t> event_counter::read() const {
    std::uint64_t count = 0;
    if (!event_ || ::read(event_.get(), &count, sizeof count) != sizeof count) return std::nullopt;
    return count;
}

std::string event_counter::state() const {
    switch (error_) {
        case 0:
            return "counted";
        case EACCES:
        case EPERM:
            return "not allowed: lower kernel.perf_event_paranoid" + paranoid_level() +
                   ", or give the process CAP_PERFMON; containers forbid the call unless told otherwise";
        case ENOENT:
        case ENODEV:
        case EOPNOTSUPP:
            return "not here: the processor shows no counters, as in most virtual machines";
        case ENOSYS:
            return "not here: the system has no perf_event_open";
        default:
            return std::string("perf_event_open: ") + std::strerror(error_);
    }
}

event_counts process_counters::read() const {
    event_counts counts;
    string_map missing;
    const auto count = [&](const char* name, const event_counter& counter) {
        const std::optional<std::uint64_t> value = counter.read();
        if (!value) missing[name] = counter.state();
        return value;
    };
    counts.instructions = count("instructions", instructions_);
    counts.task_clock_ns = count("task_clock_ns", task_clock_);
    counts.page_faults = count("page_faults", page_faults_);
    if (!missing.empty()) counts.not_counted = missing;
    return counts;
}

}  // namespace ndweave::harness
