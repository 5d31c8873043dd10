/// A child process with a time limit. A crash or hang costs only its own result, and it dies with its parent.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ndweave::harness {

struct child_request {
    std::vector<std::string> command;                // argv; looked up in PATH, never given to a shell
    std::map<std::string, std::string> environment;  // added to or replacing ours
    std::string input;                               // on its standard input
    int output_fd = 1;                               // the descriptor of the child that carries `output`
    double timeout = 600;                            // seconds; then its whole process group is killed
    double grace = 0;  // seconds from SIGTERM to that, for a child that has others to end; 0: it gets no SIGTERM
    std::function<void(const std::string& line)> on_line;  // each whole line of output, as it comes; may be empty
    /// Lines that are answered on its standard input. While `answer` is worked out the process group is stopped, and no
    /// time counts.
    std::function<bool(const std::string& line)> is_question;
    std::function<std::string(const std::string& line)> answer;
};

enum class child_end { exited, signalled, timed_out, flooded, interrupted, not_started };

struct child_result {
    child_end end = child_end::not_started;
    int code = 0;          // exit status, or the signal's number, or errno of a failed start
    std::string output;    // at most 64 MiB: a child that writes more is killed and ends as `flooded`
    std::string messages;  // last 4 KiB of its standard error (and of standard output where output_fd is another)
    double seconds = 0;    // wall time from start to end, without what it was stopped for
    double cpu_seconds = 0;

    bool good() const { return end == child_end::exited && code == 0; }
    /// "exit status 1", "SIGSEGV", "no answer within 5 s": for records and people.
    std::string describe() const;
};

child_result run_child(const child_request&);

}  // namespace ndweave::harness
