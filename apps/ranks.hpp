/// What apps that run divided among ranks share.
#pragma once

#include <span>

#include "app.hpp"
#include "meter.hpp"
#include "ndweave/partition/communicator.hpp"

namespace ndweave::apps {

inline partition::communicator& ranks_of(const context& run) {
    static partition::single alone;
    return run.ranks ? *run.ranks : alone;
}

/// Wall seconds of work that all ranks do together: from when all of them are there to when the last one has ended.
class common_stopwatch {
public:
    explicit common_stopwatch(partition::communicator& world) : world_(&world) {
        world.barrier();
        watch_ = stopwatch();
    }
    /// Collective. Pre: the caller's own part is done.
    double seconds() const {
        double longest = watch_.seconds();
        world_->all_reduce(std::span(&longest, 1), partition::combine::maximum);
        return longest;
    }

private:
    partition::communicator* world_;
    stopwatch watch_;
};

/// Of checks that every rank made of its own part, where an exact result is 0: the worst.
inline verification worst_of(partition::communicator& world, verification check) {
    double failed = check.passed ? 0 : 1;
    world.all_reduce(std::span(&check.value, 1), partition::combine::maximum);
    world.all_reduce(std::span(&failed, 1), partition::combine::maximum);
    check.passed = failed == 0;
    return check;
}

}  // namespace ndweave::apps
