#include "worker_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace ndweave::compiler::testing {

namespace {

// A line of the pipe begins with what it is: a name, a problem, a case that begins or one that has ended.
enum line_kind : char { named = 'N', has_problem = 'P', begins = 'B', ends = 'E' };

void tell(int pipe, line_kind kind, std::string text) {
    std::ranges::replace(text, '\n', ' ');
    text = static_cast<char>(kind) + text + '\n';
    for (std::size_t at = 0; at < text.size();) {
        const ssize_t written = ::write(pipe, text.data() + at, text.size() - at);
        if (written <= 0) ::_exit(1);
        at += static_cast<std::size_t>(written);
    }
}

/// Seed, verdict and detail as a line, and back.
std::string line_of(const case_result& r) {
    return std::to_string(r.seed) + " " + std::to_string(static_cast<int>(r.what)) + " " + r.detail;
}

case_result result_of(const std::string& line) {
    std::size_t end = 0, digits = 0;
    case_result r;
    r.seed = std::stoull(line, &end);
    r.what = static_cast<verdict>(std::stoi(line.substr(end), &digits));
    r.detail = line.substr(std::min(line.size(), end + digits + 1));
    return r;
}

case_result checked(const campaign_work& work, std::uint64_t seed) {
    try {
        return work.check(seed);
    } catch (const std::exception& e) {
        return {seed, verdict::failed, e.what()};
    }
}

[[noreturn]] void work_through(const campaign_work& work, int pipe, std::uint64_t first, std::uint64_t last,
                               worker_process::clock::time_point deadline) {
    try {
        tell(pipe, named, work.prepare());
    } catch (const std::exception& e) {
        tell(pipe, has_problem, e.what());
        ::_exit(0);
    }
    for (std::uint64_t seed = first; seed != last && worker_process::clock::now() < deadline; ++seed) {
        tell(pipe, begins, std::to_string(seed));
        const case_result r = checked(work, seed);
        tell(pipe, ends, line_of(r));
        if (r.what != verdict::right && r.what != verdict::refused) break;
    }
    ::_exit(0);  // no destructor of a driver may have a say
}

}  // namespace

worker_process::worker_process(const campaign_work& work, std::uint64_t first, std::uint64_t last,
                               clock::time_point deadline)
    : next_(first), last_(last) {
    int ends_of_pipe[2];
    if (::pipe2(ends_of_pipe, O_CLOEXEC) != 0) throw std::runtime_error("no pipe for a worker");
    const pid_t parent = ::getpid();
    pid_ = ::fork();
    if (pid_ < 0) throw std::runtime_error("no process for a worker");
    if (pid_ == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parent) ::_exit(1);
        ::close(ends_of_pipe[0]);
        work_through(work, ends_of_pipe[1], first, last, deadline);
    }
    ::close(ends_of_pipe[1]);
    pipe_ = ends_of_pipe[0];
}

worker_process::~worker_process() {
    if (pid_ != 0) {
        ::kill(pid_, SIGKILL);
        wait();
    }
    ::close(pipe_);
}

std::vector<case_result> worker_process::read() {
    std::vector<case_result> results;
    char part[4096];
    const ssize_t bytes = ::read(pipe_, part, sizeof part);
    if (bytes > 0) text_.append(part, static_cast<std::size_t>(bytes));
    for (std::size_t end; (end = text_.find('\n')) != std::string::npos; text_.erase(0, end + 1)) {
        if (auto r = take(text_.substr(0, end))) results.push_back(std::move(*r));
    }
    if (bytes <= 0) {
        if (auto r = end()) results.push_back(std::move(*r));
    }
    return results;
}

std::optional<case_result> worker_process::take(const std::string& line) {
    const std::string rest = line.substr(1);
    since_ = clock::now();
    switch (line[0]) {
        case named:
            name_ = rest;
            return std::nullopt;
        case has_problem:
            problem_ = rest;
            return std::nullopt;
        case begins:
            running_ = std::stoull(rest);
            next_ = *running_ + 1;
            return std::nullopt;
        default:
            running_.reset();
            return result_of(rest);
    }
}

int worker_process::wait() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = 0;
    return status;
}

std::optional<case_result> worker_process::end() {
    const int status = wait();
    const std::string how = WIFSIGNALED(status) ? std::string("its process got ") + ::strsignal(WTERMSIG(status))
                                                : "its process left with " + std::to_string(WEXITSTATUS(status));
    if (running_) return case_result{*running_, verdict::crashed, how};
    // What a sanitizer has found in any case makes a process that is done with them leave with its own number.
    if (name_ && status != 0) problem_ = "after its cases " + how;
    if (!name_ && problem_.empty()) problem_ = "opening the device failed: " + how;
    return std::nullopt;
}

std::optional<case_result> worker_process::give_up(clock::time_point then) {
    if (ended() || since_ >= then) return std::nullopt;
    ::kill(pid_, SIGKILL);
    wait();
    if (running_) return case_result{*running_, verdict::hung, "its process was ended"};
    problem_ = "opening the device hangs";
    return std::nullopt;
}

}  // namespace ndweave::compiler::testing
