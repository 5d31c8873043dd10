/// How busy other programs keep the processors while the harness measures.
#pragma once

#include <sched.h>

#include <chrono>
#include <istream>
#include <optional>

namespace ndweave::harness {

/// Seconds that these processors were busy, all of them together, since the system began: of a virtual machine with
/// those that its host took (proc(5), /proc/stat; `ticks` in a second). Nothing where the text has none of them.
std::optional<double> busy_seconds(std::istream& proc_stat, const cpu_set_t& processors, long ticks);

/// What programs other than this one and its children do from here on.
class other_work {
public:
    other_work();

    /// Their part, from 0 to 1, of the time of the processors that this process may use. Children count where they have
    /// ended. Nothing where the system does not tell.
    std::optional<double> share() const;

private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::optional<double> busy_;
    double own_;  // seconds
};

}  // namespace ndweave::harness
