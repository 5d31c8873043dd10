#include "campaign.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <list>
#include <stdexcept>

#include "worker_process.hpp"

namespace ndweave::compiler::testing {

namespace {

using clock = worker_process::clock;

constexpr std::uint64_t cases_of_a_worker = 200;  // loaded code is kept as long as its process

class campaign {
public:
    campaign(const campaign_options& options, const campaign_work& work,
             const std::function<void(const case_result&)>& tell)
        : options_(options), work_(work), tell_(tell), next_(options.first_seed) {
        if (options.minutes > 0) {
            const std::chrono::duration<double, std::ratio<60>> room(options.minutes);
            deadline_ = clock::now() + std::chrono::duration_cast<clock::duration>(room);
        }
    }

    std::string run() {
        while (workers_.size() < options_.jobs && hire(next_, batch_end())) {
        }
        while (!workers_.empty()) {
            wait_for_news();
            for (auto worker = workers_.begin(); worker != workers_.end();) {
                worker->ended() ? replace(worker++) : void(++worker);
            }
        }
        return name_;
    }

private:
    std::uint64_t batch_end() const {
        const std::uint64_t left = options_.first_seed + options_.cases - next_;
        const std::uint64_t fair = (options_.cases + options_.jobs - 1) / options_.jobs;
        return next_ + std::min({left, fair, cases_of_a_worker});
    }

    /// A worker for these seeds, where there are any and time is left.
    bool hire(std::uint64_t first, std::uint64_t last) {
        next_ = std::max(next_, last);
        if (first == last || clock::now() >= deadline_) return false;
        workers_.emplace_back(work_, first, last, deadline_);
        return true;
    }

    void wait_for_news() {
        std::vector<pollfd> pipes;
        for (const worker_process& w : workers_) pipes.push_back({w.pipe(), POLLIN, 0});
        ::poll(pipes.data(), pipes.size(), 1000);
        auto pipe = pipes.begin();
        for (worker_process& w : workers_) {
            if ((pipe++)->revents == 0) {
                if (auto hung = w.give_up(clock::now() - std::chrono::seconds(options_.seconds_per_case))) tell_(*hung);
                continue;
            }
            for (const case_result& r : w.read()) tell_(r);
        }
    }

    void replace(std::list<worker_process>::iterator worker) {
        if (!worker->problem().empty()) throw std::runtime_error(worker->problem());
        name_ = worker->name();
        if (worker->next() == worker->last() || !hire(worker->next(), worker->last())) hire(next_, batch_end());
        workers_.erase(worker);
    }

    const campaign_options& options_;
    const campaign_work& work_;
    const std::function<void(const case_result&)>& tell_;
    clock::time_point deadline_ = clock::time_point::max();
    std::list<worker_process> workers_;
    std::uint64_t next_;  // the first seed that no worker has
    std::string name_;
};

}  // namespace

const char* name_of(verdict what) {
    return std::array{"right", "refused", "wrong", "failed", "crashed", "hung"}[static_cast<std::size_t>(what)];
}

std::string run_campaign(const campaign_options& options, const campaign_work& work,
                         const std::function<void(const case_result&)>& tell) {
    return campaign(options, work, tell).run();
}

}  // namespace ndweave::compiler::testing
