/// What this process and the threads it starts do, as perf_event_open counts it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "record/record.hpp"
#include "system/descriptor.hpp"

namespace ndweave::harness {

enum class counted {
    instructions,  // by the processor; most virtual machines hide its counters
    task_clock,    // nanoseconds of processor time, by the operating system
    page_faults    // by the operating system
};

class event_counter {
public:
    /// Counts from now on, in threads started from now on as well.
    explicit event_counter(counted what);

    /// Empty where perf_event_open does not let us count this.
    std::optional<std::uint64_t> read() const;

    /// "counted", or the reason why not and the remedy.
    std::string state() const;

private:
    descriptor event_;
    int error_ = 0;  // errno of perf_event_open
};

/// All of them over one measurement.
class process_counters {
public:
    /// Each is either counted or in the list of those that are not, with the reason.
    event_counts read() const;

private:
    event_counter instructions_{counted::instructions}, task_clock_{counted::task_clock},
        page_faults_{counted::page_faults};
};

}  // namespace ndweave::harness
