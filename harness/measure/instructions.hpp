/// Instructions that this process and the threads it starts execute, counted by the processor where the system allows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "measure/descriptor.hpp"

namespace ndweave::harness {

class instruction_counter {
public:
    /// Counts from now on, in threads started from now on as well.
    instruction_counter();

    /// Empty where perf_event_open is not allowed, or the processor's counters are not there (most virtual machines).
    std::optional<std::uint64_t> read() const;

    /// "counted", or why they are not.
    std::string state() const;

private:
    descriptor event_;
    int error_ = 0;  // errno of perf_event_open
};

}  // namespace ndweave::harness
