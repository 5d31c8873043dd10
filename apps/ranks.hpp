/// What apps that run divided among ranks share.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "app.hpp"
#include "meter.hpp"
#include "ndweave/partition/communicator.hpp"

namespace ndweave::apps {

inline partition::communicator& ranks_of(const context& run) {
    static partition::single alone;
    return run.ranks ? *run.ranks : alone;
}

/// Wall seconds of work that all ranks do together: from when all of them are there to when the last one has ended; and
/// what they exchange meanwhile.
class common_stopwatch {
public:
    explicit common_stopwatch(partition::communicator& world) : world_(&world), before_(world.counted()) {
        world.barrier();
        watch_ = stopwatch();
    }
    /// Collective. Pre: the caller's own part is done.
    double seconds() const {
        double longest = watch_.seconds();
        world_->all_reduce(std::span(&longest, 1), partition::combine::maximum);
        return longest;
    }
    /// Of the rank that has most of each. Collective.
    partition::traffic traffic() const {
        const partition::traffic now = world_->counted();
        std::uint64_t most[] = {now.exchanges - before_.exchanges, now.messages - before_.messages,
                                now.bytes - before_.bytes, now.reductions - before_.reductions};
        world_->all_reduce(std::span<std::uint64_t>(most), partition::combine::maximum);
        return {most[0], most[1], most[2], most[3]};
    }

private:
    partition::communicator* world_;
    partition::traffic before_;
    stopwatch watch_;
};

/// What a sample's ranks exchanged, where there are several.
inline void note_traffic(result& r, const partition::traffic& t) {
    if (t.exchanges + t.reductions == 0) return;
    r.notes["exchanges"] = std::to_string(t.exchanges);
    r.notes["messages_of_a_rank"] = std::to_string(t.messages);
    r.notes["bytes_sent_by_a_rank"] = std::to_string(t.bytes);
    r.notes["reductions"] = std::to_string(t.reductions);
}

/// Of checks that every rank made of its own part, where an exact result is 0: the worst.
inline verification worst_of(partition::communicator& world, verification check) {
    double failed = check.passed ? 0 : 1;
    world.all_reduce(std::span(&check.value, 1), partition::combine::maximum);
    world.all_reduce(std::span(&failed, 1), partition::combine::maximum);
    check.passed = failed == 0;
    return check;
}

}  // namespace ndweave::apps
