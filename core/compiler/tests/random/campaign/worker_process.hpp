/// One process of a campaign, which tells of its cases through a pipe.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <vector>

#include "campaign.hpp"

namespace ndweave::compiler::testing {

class worker_process {
public:
    using clock = std::chrono::steady_clock;

    /// Forks one that checks the seeds from `first` up to `last` and begins none after `deadline`.
    worker_process(const campaign_work&, std::uint64_t first, std::uint64_t last, clock::time_point deadline);
    worker_process(const worker_process&) = delete;
    ~worker_process();

    int pipe() const { return pipe_; }

    /// Reads what it has told, or what its end says of the case at hand.
    std::vector<case_result> read();
    bool ended() const { return pid_ == 0; }

    /// Ends it where it has been at one case since before `then`.
    std::optional<case_result> give_up(clock::time_point then);

    std::uint64_t next() const { return next_; }  // the first seed that has not begun
    std::uint64_t last() const { return last_; }
    const std::string& name() const { return *name_; }       // what prepare() said; where there is no problem
    const std::string& problem() const { return problem_; }  // what prepare() threw, else empty

private:
    std::optional<case_result> take(const std::string& line);
    std::optional<case_result> end();
    int wait();

    pid_t pid_ = 0;
    int pipe_ = -1;
    std::uint64_t next_;
    const std::uint64_t last_;
    std::optional<std::uint64_t> running_;
    clock::time_point since_ = clock::now();
    std::optional<std::string> name_;
    std::string text_, problem_;
};

}  // namespace ndweave::compiler::testing
