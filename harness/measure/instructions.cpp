#include "measure/instructions.hpp"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace ndweave::harness {

instruction_counter::instruction_counter() {
    perf_event_attr wanted{};
    wanted.size = sizeof wanted;
    wanted.type = PERF_TYPE_HARDWARE;
    wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
    wanted.inherit = 1;
    wanted.exclude_kernel = 1;  // allowed to more users, and what kernels do is user code
    wanted.exclude_hv = 1;
    event_ = descriptor(static_cast<int>(syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC)));
    error_ = event_ ? 0 : errno;
}

std::optional<std::uint64_t> instruction_counter::read() const {
    std::uint64_t count = 0;
    if (!event_ || ::read(event_.get(), &count, sizeof count) != sizeof count) return std::nullopt;
    return count;
}

std::string instruction_counter::state() const {
    switch (error_) {
        case 0:
            return "counted";
        case EACCES:
        case EPERM:
            return "not allowed: lower kernel.perf_event_paranoid, or give the process CAP_PERFMON";
        case ENOENT:
        case ENODEV:
        case EOPNOTSUPP:
            return "not here: the processor shows no counters, as in most virtual machines";
        default:
            return std::string("perf_event_open: ") + std::strerror(error_);
    }
}

}  // namespace ndweave::harness
