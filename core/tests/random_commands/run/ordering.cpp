#include "ordering.hpp"

#include <algorithm>
#include <bitset>

namespace ndweave::testing {
namespace {

using command_set = std::bitset<most_commands>;

/// What a host thread can be sure of.
struct knowledge {
    command_set submitted, ended;

    void add(const knowledge& other) {
        submitted |= other.submitted;
        ended |= other.ended;
    }
};

bool conflict(const std::vector<access>& a, const std::vector<access>& b) {
    return std::ranges::any_of(a, [&](const access& x) {
        return std::ranges::any_of(
            b, [&](const access& y) { return (x.writes || y.writes) && overlap(x.where, y.where); });
    });
}

class orderer {
public:
    orderer(const setting& has, const std::vector<command>& commands)
        : has_(has), commands_(commands), threads_(has.threads) {
        for (const command& c : commands) accesses_.push_back(c.what->accesses());
    }

    std::vector<submission_order> run() {
        for (now_ = 0; now_ < commands_.size(); ++now_) place();
        return std::move(made_);
    }

private:
    const command& current() const { return commands_[now_]; }
    knowledge& thread() { return threads_[current().thread]; }

    void place() {
        random_source random(current().seed);
        made_.emplace_back();
        by_events_.reset();
        for (std::size_t n = now_; n-- > 0;) {
            if (conflict(accesses_[now_], accesses_[n])) require(random, n);
        }
        // Some that it needs not wait for.
        if (now_ > 0 && random.chance(5)) require(random, random.below(now_));
        submit(random);
    }

    /// The current command starts after command `n` has ended.
    void require(random_source& random, std::size_t n) {
        if (!thread().submitted.test(n)) {
            made_[now_].submitted.push_back(n);
            thread().add(known_[n]);
        }
        if (ended_before().test(n)) return;
        if (current().what->on_host() || random.chance(20)) {
            wait(random, n, made_[now_].waits);
        } else {
            (random.chance(50) ? made_[now_].before : made_[now_].behind).push_back(n);
            by_events_ |= up_to_[n];
        }
    }

    /// Waits on the host for an event, a queue, or by asking for a time.
    void wait(random_source& random, std::size_t n, std::vector<host_wait>& waits) {
        const std::size_t queue = commands_[n].queue;
        const std::size_t way =
            random.below(has_.queues[queue].profiling && !commands_[n].what->ends_at_once() ? 3 : 2);
        if (way == 1) {
            waits.push_back({host_wait::by::queue, queue});
            thread().ended |= submitted_to(queue);
        } else {
            waits.push_back({way == 0 ? host_wait::by::event : host_wait::by::time, n});
            thread().ended |= up_to_[n];
        }
    }

    /// With all that ends before those do.
    command_set submitted_to(std::size_t queue) {
        command_set made;
        for (std::size_t n = 0; n < up_to_.size(); ++n) {
            if (thread().submitted.test(n) && commands_[n].queue == queue && !commands_[n].what->on_host())
                made |= up_to_[n];
        }
        return made;
    }

    /// Before the current command starts.
    command_set ended_before() {
        if (current().what->on_host()) return thread().ended;
        return thread().ended | by_events_ | submitted_to(current().queue);
    }

    void submit(random_source& random) {
        submission_order& order = made_[now_];
        order.shortcut = order.behind.empty() && random.chance(50);
        command_set with_this = ended_before();
        up_to_.push_back(with_this.set(now_));
        thread().submitted.set(now_);
        if (current().what->ends_at_once()) thread().ended |= with_this;
        known_.push_back(thread());
        if (!current().what->on_host() && random.chance(10)) wait(random, now_, order.waits_after);
    }

    const setting& has_;
    const std::vector<command>& commands_;
    std::vector<std::vector<access>> accesses_;
    std::vector<knowledge> threads_;
    std::size_t now_ = 0;
    command_set by_events_;           // what has ended before the current command by its events
    std::vector<command_set> up_to_;  // of each command: what has ended with it
    std::vector<knowledge> known_;    // of each command: what its thread knew when it had submitted it
    std::vector<submission_order> made_;
};

}  // namespace

std::vector<submission_order> order(const setting& has, const std::vector<command>& commands) {
    return orderer(has, commands).run();
}

}  // namespace ndweave::testing
