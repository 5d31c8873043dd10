#include "random_campaign.hpp"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <system_error>

#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

#include "campaign_worker.hpp"

namespace ndweave::compiler::testing {

namespace {

/// Seeds that one process checks: few, so that it does not grow for long.
constexpr std::uint64_t batch = 100;

std::string processor() {
    std::ifstream all("/proc/cpuinfo");
    for (std::string line; std::getline(all, line);) {
        if (line.starts_with("model name")) return line.substr(line.find(": ") + 2);
    }
    return "unknown";
}

}  // namespace

/// A process that checks seeds, or makes one's kernel small, and the pipe that it writes to.
class random_campaign::worker {
public:
    template <class Work>
    worker(std::uint64_t first, std::uint64_t end, bool shrinks, const Work& work)
        : next(first), end(end), shrinks(shrinks) {
        int ends[2];
        if (pipe(ends) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
        const pid_t campaign = getpid();
        std::fflush(nullptr);
        pid = fork();
        if (pid < 0) throw std::system_error(errno, std::generic_category(), "fork");
        if (pid == 0) {
            close(ends[0]);
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (getppid() != campaign) _exit(1);
            work(ends[1]);
            _exit(0);
        }
        close(ends[1]);
        from = ends[0];
    }
    worker(const worker&) = delete;
    ~worker() { close(from); }

    pid_t pid;
    int from;
    std::uint64_t next, end;  // seeds that have no answer yet
    const bool shrinks;
    std::string text;  // of an answer that is not whole
    clock::time_point heard = clock::now();
};

random_campaign::random_campaign(campaign_options options)
    : options_(std::move(options)),
      begin_(clock::now()),
      end_(begin_ + options_.time),
      next_seed_(options_.first_seed) {}

random_campaign::~random_campaign() = default;

std::uint64_t random_campaign::run() {
    for (;;) {
        start_workers();
        if (workers_.empty()) break;
        listen();
    }
    write_summary();
    return failures_.size();
}

bool random_campaign::has_cases() const {
    return clock::now() < end_ && next_seed_ - options_.first_seed < options_.cases;
}

/// Cases first; a quarter of the processes may make kernels small meanwhile, all of them afterwards.
void random_campaign::start_workers() {
    const std::size_t most = std::min<std::size_t>(failures_.size(), options_.most_shrunk);
    while (workers_.size() < options_.jobs) {
        const auto shrinking = static_cast<unsigned>(std::ranges::count_if(workers_, &worker::shrinks));
        const bool more = has_cases();
        if (shrunk_ < most && (!more || shrinking < (options_.jobs + 3) / 4)) {
            start_shrinking(failures_[shrunk_++]);
        } else if (more) {
            const std::uint64_t first = next_seed_, left = options_.first_seed + (options_.cases - 1) - first;
            next_seed_ += std::min(batch, left + 1);
            start_cases(first, next_seed_);
        } else {
            return;
        }
    }
}

void random_campaign::start_cases(std::uint64_t first, std::uint64_t end) {
    workers_.push_back(std::make_unique<worker>(first, end, false, [&](int to) { check_seeds(first, end, to); }));
}

void random_campaign::start_shrinking(const failure& of) {
    workers_.push_back(std::make_unique<worker>(of.seed, of.seed, true, [&](int) {
        shrink_seed(of.seed, options_.out, options_.case_limit, options_.shrink_limit);
    }));
}

void random_campaign::listen() {
    std::vector<pollfd> waiting;
    for (const auto& one : workers_) waiting.push_back({one->from, POLLIN, 0});
    poll(waiting.data(), waiting.size(), 200);
    for (std::size_t n = 0; n < waiting.size(); ++n) {
        worker& one = *workers_[n];
        if (waiting[n].revents != 0) {
            take_answers(one);
        } else if (!one.shrinks && clock::now() - one.heard > options_.case_limit) {
            kill(one.pid, SIGKILL);
            waitpid(one.pid, nullptr, 0);
            one.pid = -1;
            count(one.next++,
                  {outcome::timed_out, "no end after " + std::to_string(options_.case_limit.count()) + " s"});
        }
    }
    std::vector<std::pair<std::uint64_t, std::uint64_t>> unfinished;
    for (const auto& one : workers_) {
        if (one->pid < 0 && one->next != one->end) unfinished.emplace_back(one->next, one->end);
    }
    std::erase_if(workers_, [](const auto& one) { return one->pid < 0; });
    for (const auto& [first, end] : unfinished) start_cases(first, end);
}

void random_campaign::take_answers(worker& of) {
    char part[4096];
    const ssize_t got = read(of.from, part, sizeof(part));
    if (got <= 0) return take_end(of);
    of.heard = clock::now();
    of.text.append(part, static_cast<std::size_t>(got));
    for (auto line = of.text.find('\n'); line != std::string::npos; line = of.text.find('\n')) {
        count(of.next++, {static_cast<outcome>(of.text[0] - '0'), of.text.substr(1, line - 1)});
        of.text.erase(0, line + 1);
    }
}

/// Where seeds are left, the first of them ended the process.
void random_campaign::take_end(worker& of) {
    int status = 0;
    waitpid(of.pid, &status, 0);
    of.pid = -1;
    if (of.next == of.end) return;
    count(of.next++, {outcome::crashed, WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                                            : "exit " + std::to_string(WEXITSTATUS(status))});
}

void random_campaign::count(std::uint64_t seed, verdict found) {
    ++counts_[static_cast<unsigned>(found.what)];
    if (found.what == outcome::right) return;
    llvm::json::Object line{
        {"seed", std::to_string(seed)}, {"outcome", name_of(found.what)}, {"message", found.message}};
    std::string text;
    llvm::raw_string_ostream(text) << llvm::json::Value(std::move(line));
    std::ofstream(options_.out / "failures.jsonl", std::ios::app) << text << "\n";
    std::printf("%s\n", text.c_str());
    failures_.push_back({seed, std::move(found)});
}

void random_campaign::write_summary() const {
    const double seconds = std::chrono::duration<double>(std::min(clock::now(), end_) - begin_).count();
    const std::uint64_t cases = next_seed_ - options_.first_seed;
    llvm::json::Object summary{{"first_seed", std::to_string(options_.first_seed)},
                               {"last_seed", std::to_string(next_seed_ - 1)},
                               {"cases", static_cast<std::int64_t>(cases)},
                               {"seconds", seconds},
                               {"kernels_per_second", static_cast<double>(cases) / seconds},
                               {"jobs", options_.jobs},
                               {"processor", processor()}};
    for (unsigned what = 0; what < outcome_count; ++what) {
        summary[name_of(static_cast<outcome>(what))] = static_cast<std::int64_t>(counts_[what]);
    }
    llvm::json::Array failures;
    for (const failure& one : failures_) {
        failures.push_back(llvm::json::Object{
            {"seed", std::to_string(one.seed)}, {"outcome", name_of(one.found.what)}, {"message", one.found.message}});
    }
    summary["failures"] = std::move(failures);
    std::string text;
    llvm::raw_string_ostream(text) << llvm::formatv("{0:2}", llvm::json::Value(std::move(summary)));
    std::ofstream(options_.out / "summary.json") << text << "\n";
    std::printf("%s\n", text.c_str());
}

}  // namespace ndweave::compiler::testing
