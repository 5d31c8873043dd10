#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fcntl.h>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include "runtime/kernel/kernel_compiler.hpp"
#include "runtime/plugin/loading/library.hpp"

namespace ndweave::detail {
namespace {

constexpr char success = '+', failure = '-';

/// Nothing of the parent's may act in the child: no handlers, no core file, no output.
void isolate() {
    for (int s = 1; s < NSIG; ++s) signal(s, SIG_DFL);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    const int nowhere = open("/dev/null", O_RDWR);
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, fd);
}

[[noreturn]] void run_child(const std::string& path, const std::string& backend, int out) {
    isolate();
    const plugin_library library = open_plugin(path, backend);
    std::string answer(1, library.entries ? success : failure);
    answer += library.reason + '\n' + library.hint;
    const ssize_t written = write(out, answer.data(), answer.size());
    _exit(written == static_cast<ssize_t>(answer.size()) ? 0 : 1);
}

/// Everything the child writes until it ends; false when the time is over.
bool read_answer(int in, double timeout_seconds, std::string& answer) {
    using clock = std::chrono::steady_clock;
    const auto end = clock::now() + std::chrono::duration<double>(timeout_seconds);
    for (char buffer[1024];;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - clock::now()).count();
        pollfd p{in, POLLIN, 0};
        const int ready = left > 0 ? poll(&p, 1, static_cast<int>(left)) : 0;
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) return false;
        const ssize_t n = read(in, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return true;
        answer.append(buffer, static_cast<std::size_t>(n));
    }
}

std::string describe_end(pid_t child) {
    int status = 0;
    pid_t reaped;
    do reaped = waitpid(child, &status, 0);
    while (reaped < 0 && errno == EINTR);
    // The program may ignore SIGCHLD or reap all children itself; then the cause is not to be had.
    if (reaped != child) return "it ended the process that loaded it";
    if (WIFSIGNALED(status)) return "it crashed while it was loaded: " + std::string(strsignal(WTERMSIG(status)));
    return "it ended the process that loaded it, with exit status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

plugin_library probe_plugin(const std::string& path, const std::string& backend, double timeout_seconds) {
    const auto refusal = [](std::string reason) {
        return plugin_library{std::nullopt, std::move(reason), "build or install the plugin again, or remove the file"};
    };
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return refusal("it cannot be probed: " + std::string(std::strerror(errno)));
    const pid_t child = fork();
    if (child < 0) {
        const int error = errno;
        close(ends[0]);
        close(ends[1]);
        return refusal("it cannot be probed: " + std::string(std::strerror(error)));
    }
    if (child == 0) run_child(path, backend, ends[1]);
    close(ends[1]);
    prepare_kernel_compiler_beside();
    std::string answer;
    const bool ended = read_answer(ends[0], timeout_seconds, answer);
    close(ends[0]);
    if (!ended) kill(child, SIGKILL);
    const std::string end = describe_end(child);
    if (!ended)
        return refusal("it did not finish loading within " + std::to_string(static_cast<int>(timeout_seconds)) + " s");
    if (answer.empty()) return refusal(end);
    if (answer.front() == success) return {};
    const std::size_t line = answer.find('\n');
    return {std::nullopt, answer.substr(1, line - 1), answer.substr(line + 1)};
}

}  // namespace ndweave::detail
