#include "system/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include "system/descriptor.hpp"
#include "system/guardian.hpp"
#include "system/interrupt.hpp"

extern char** environ;

namespace ndweave::harness {

namespace {

using clock = std::chrono::steady_clock;

constexpr std::size_t max_output = 64u << 20;
constexpr std::size_t max_messages = 4096;

double since(clock::time_point start) { return std::chrono::duration<double>(clock::now() - start).count(); }

/// An anonymous file with `text`, positioned at its start: unlike a pipe, it can neither fill up nor break.
descriptor input_file(const std::string& text) {
    descriptor file(memfd_create("ndweave-request", MFD_CLOEXEC));
    for (std::size_t done = 0; file && done < text.size();) {
        const ssize_t written = write(file.get(), text.data() + done, text.size() - done);
        if (written <= 0) return descriptor();
        done += static_cast<std::size_t>(written);
    }
    if (file) lseek(file.get(), 0, SEEK_SET);
    return file;
}

bool send_line(int socket, const std::string& line) {
    const std::string text = line + '\n';
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t sent = send(socket, text.data() + done, text.size() - done, MSG_NOSIGNAL);
        if (sent <= 0) return false;
        done += static_cast<std::size_t>(sent);
    }
    return true;
}

/// What the child reads, and what to write answers to, if any are expected.
std::pair<descriptor, descriptor> input_of(const child_request& request) {
    if (!request.answer) return {input_file(request.input), descriptor()};
    int ends[2] = {-1, -1};  // a pipe whose reader has ended would end us by SIGPIPE
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return {};
    descriptor read_end(ends[0]), write_end(ends[1]);
    if (!send_line(write_end.get(), request.input)) return {};
    return {std::move(read_end), std::move(write_end)};
}

std::vector<std::string> merged_environment(const std::map<std::string, std::string>& changes) {
    std::vector<std::string> result;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        if (!changes.contains(text.substr(0, text.find('=')))) result.push_back(text);
    }
    for (const auto& [name, value] : changes) result.push_back(name + "=" + value);
    return result;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> result;
    for (std::string& word : words) result.push_back(word.data());
    result.push_back(nullptr);
    return result;
}

/// In the child, between fork and exec: system calls only.
bool take(int fd, int wanted) { return fd == wanted ? fcntl(fd, F_SETFD, 0) == 0 : dup2(fd, wanted) == wanted; }

/// Dies with its parent, even if the parent is killed: an external program that kept running would disturb the next
/// measurement.
[[noreturn]] void become(const child_request& request, int input, int output, int messages, int failure, pid_t parent,
                         char* const* words, char* const* variables) {
    prctl(PR_SET_PDEATHSIG, request.grace > 0 ? SIGTERM : SIGKILL);
    if (getppid() != parent) _exit(127);  // it died before the line above
    setpgid(0, 0);
    if (take(input, 0) && (request.output_fd == 1 || take(messages, 1)) && take(messages, 2) &&
        take(output, request.output_fd)) {
        execvpe(words[0], words, variables);
    }
    const int error = errno;
    [[maybe_unused]] const ssize_t written = write(failure, &error, sizeof error);
    _exit(127);
}

/// errno of a start that failed, else 0.
int spawn(const child_request& request, int input, int output, int messages, pid_t& pid) {
    std::vector<std::string> words = request.command, variables = merged_environment(request.environment);
    const std::vector<char*> argv = pointers(words), environment = pointers(variables);
    auto [failure, failure_in] = pipe_pair();  // closes by exec
    if (!failure) return errno;
    const pid_t parent = getpid();
    pid = fork();
    if (pid < 0) return errno;
    if (pid == 0) {
        become(request, input, output, messages, failure_in.get(), parent, argv.data(), environment.data());
    }
    setpgid(pid, pid);  // in both processes, since either may run first
    failure_in.reset();
    int error = 0;
    ssize_t got = 0;
    while ((got = read(failure.get(), &error, sizeof error)) < 0 && errno == EINTR) {
    }
    if (got == 0) return 0;
    waitpid(pid, nullptr, 0);
    return error;
}

bool is_gone(pid_t pid) {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

/// Returns when it has ended, or `grace` seconds are over.
void terminate(pid_t pid, double grace) {
    const clock::time_point asked = clock::now();
    kill(pid, SIGTERM);
    while (!is_gone(pid) && since(asked) < grace) usleep(5000);
}

/// Collects what the child writes until both pipes close, it times out, it writes too much, or a signal arrives.
class collector {
public:
    /// `answers`: where the child reads answers.
    collector(const child_request& request, child_result& result, clock::time_point start, int answers)
        : request_(request), result_(result), start_(start), answers_(answers) {}

    /// Seconds that the child was stopped for.
    double stopped() const { return stopped_; }

    /// Returns the reason to kill the child, or `exited` when it closed its ends itself.
    child_end collect(pid_t pid, const descriptor& output, const descriptor& messages) {
        pid_ = pid;
        pollfd ends[2] = {{output.get(), POLLIN, 0}, {messages.get(), POLLIN, 0}};
        while (ends[0].fd >= 0 || ends[1].fd >= 0) {
            if (const child_end reason = reason_to_stop(); reason != child_end::exited) return reason;
            poll(ends, 2, 50);
            if (ready(ends[0]) && !read_output(ends[0].fd)) ends[0].fd = -1;
            if (ready(ends[1]) && !read_messages(ends[1].fd)) ends[1].fd = -1;
            if (result_.output.size() > max_output) return child_end::flooded;
            // A grandchild may hold the pipes open after the child is gone: do not wait for it.
            if (ends[0].revents == 0 && ends[1].revents == 0 && is_gone(pid)) break;
        }
        while (!is_gone(pid)) {
            if (const child_end reason = reason_to_stop(); reason != child_end::exited) return reason;
            usleep(500);
        }
        return child_end::exited;
    }

private:
    child_end reason_to_stop() const {
        if (since(start_) - stopped_ >= request_.timeout) return child_end::timed_out;
        return interrupted_by() != 0 ? child_end::interrupted : child_end::exited;
    }

    static bool ready(const pollfd& end) { return end.fd >= 0 && (end.revents & (POLLIN | POLLHUP | POLLERR)) != 0; }

    bool read_output(int fd) {
        const std::size_t before = result_.output.size();
        if (!append(fd, result_.output)) return false;
        if (!request_.on_line) return true;
        for (std::size_t end; (end = result_.output.find('\n', std::max(line_, before))) != std::string::npos;) {
            const std::string line = result_.output.substr(line_, end - line_);
            if (request_.is_question && request_.is_question(line)) {
                answer(line);
            } else {
                request_.on_line(line);
            }
            line_ = end + 1;
        }
        return true;
    }

    /// Whoever answers may let other processes run meanwhile: threads of this one that wait by spinning must not.
    void answer(const std::string& line) {
        const clock::time_point asked = clock::now();
        kill(-pid_, SIGSTOP);
        send_line(answers_, request_.answer(line));
        kill(-pid_, SIGCONT);
        stopped_ += since(asked);
    }

    bool read_messages(int fd) {
        if (!append(fd, result_.messages)) return false;
        if (result_.messages.size() > max_messages) {
            result_.messages.erase(0, result_.messages.size() - max_messages);
        }
        return true;
    }

    static bool append(int fd, std::string& text) {
        char buffer[65536];
        const ssize_t got = read(fd, buffer, sizeof buffer);
        if (got <= 0) return got < 0 && errno == EINTR;
        text.append(buffer, static_cast<std::size_t>(got));
        return true;
    }

    const child_request& request_;
    child_result& result_;
    clock::time_point start_;
    int answers_;
    pid_t pid_ = 0;
    double stopped_ = 0;
    std::size_t line_ = 0;  // start of the line not yet reported
};

}  // namespace

child_result run_child(const child_request& request) {
    child_result result;
    const clock::time_point start = clock::now();
    auto [input, answers] = input_of(request);
    auto [output, output_in] = pipe_pair();
    auto [messages, messages_in] = pipe_pair();
    pid_t pid = 0;
    result.code =
        input && output && messages ? spawn(request, input.get(), output_in.get(), messages_in.get(), pid) : errno;
    if (result.code != 0) return result;
    input.reset();
    output_in.reset();
    messages_in.reset();
    double stopped = 0;

    {
        const guardian watch(pid, request.grace);
        collector output_of(request, result, start, answers.get());
        result.end = output_of.collect(pid, output, messages);
        stopped = output_of.stopped();
        if (result.end != child_end::exited && request.grace > 0) terminate(pid, request.grace);
        kill(-pid, SIGKILL);  // the whole group, also what a finished child left behind
    }
    int status = 0;
    rusage usage{};
    while (wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    result.seconds = since(start) - stopped;
    result.cpu_seconds = static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    if (result.end == child_end::exited && WIFSIGNALED(status)) result.end = child_end::signalled;
    result.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    return result;
}

std::string child_result::describe() const {
    switch (end) {
        case child_end::exited:
            return "exit status " + std::to_string(code);
        case child_end::signalled: {
            const char* name = sigabbrev_np(code);
            return name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(code);
        }
        case child_end::timed_out:
            return "no answer within the time limit";
        case child_end::flooded:
            return "more than 64 MiB of output";
        case child_end::interrupted:
            return "interrupted";
        case child_end::not_started:
            return std::string("cannot start: ") + std::strerror(code);
    }
    return {};
}

}  // namespace ndweave::harness
