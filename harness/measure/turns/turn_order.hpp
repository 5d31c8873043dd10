/// Rows that are compared with each other are measured in turns, so that what disturbs the machine disturbs all of
/// them.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

namespace ndweave::harness {

/// Whose turn it is. Each row has a thread of the harness that waits here while another row runs; rows advance evenly
/// through their series of samples (a kernel each, say).
class turn_order {
public:
    explicit turn_order(std::size_t rows);

    /// Returns when the row may start. Each of the three returns at once where the run was interrupted.
    void begin(std::size_t row);
    /// The row has had a turn of its series number `series`, whose samples took `seconds`. Returns when it has the next
    /// one: true where it is settled how the rows of this series compare, or no other row has it.
    bool next(std::size_t row, std::size_t series, double seconds);
    void end(std::size_t row);

private:
    struct place {
        bool begun = false, ended = false;  // one that has not begun comes first
        std::size_t series = 0, turns = 0;  // turns: had in this series
    };

    void choose();
    void wait_for_turn(std::unique_lock<std::mutex>&, std::size_t row);
    bool is_settled(std::size_t series) const;

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<place> places_;
    std::map<std::size_t, std::map<std::size_t, std::vector<double>>> seconds_;  // by series and row
    std::size_t running_ = 0;
};

/// A row's place in an order; none: it runs alone.
struct turn_place {
    turn_order* order = nullptr;
    std::size_t row = 0;
    int turns = 1;  // wanted
};

}  // namespace ndweave::harness
