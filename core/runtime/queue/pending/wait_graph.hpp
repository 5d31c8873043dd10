/// Which submission threads wait for which: finds waits that would never end.
#pragma once

#include <cstdint>

namespace ndweave::detail {

class submission_thread;

/// Exists while a thread waits. Commands wait for what was submitted before them, so that each cycle has a host task in
/// it that waits for later work; the wait that closes a cycle is refused.
class wait_graph_entry {
public:
    /// The submission thread `waiting` (null: a thread of the program, which is in no cycle) waits for `position` of
    /// `awaited`. Throws errc::invalid if that waits for the command that `waiting` runs.
    wait_graph_entry(submission_thread* waiting, submission_thread& awaited, std::uint64_t position);
    ~wait_graph_entry();
    wait_graph_entry(const wait_graph_entry&) = delete;

private:
    submission_thread* const waiting_;
};

}  // namespace ndweave::detail
