#include "measure/instructions.hpp"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

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
}

std::optional<std::uint64_t> instruction_counter::read() const {
    std::uint64_t count = 0;
    if (!event_ || ::read(event_.get(), &count, sizeof count) != sizeof count) return std::nullopt;
    return count;
}

}  // namespace ndweave::harness
