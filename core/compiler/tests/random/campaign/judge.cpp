#include "judge.hpp"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <csignal>
#include <optional>
#include <system_error>

namespace ndweave::compiler::testing {

namespace {

using clock = std::chrono::steady_clock;

[[noreturn]] void answer(int to, const std::function<void()>& check) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const case_result found = judge(0, check);
    const std::string text = std::string(1, static_cast<char>(found.what)) + found.detail;
    const ssize_t written = write(to, text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
    _exit(written > 0 ? 0 : 1);
}

std::string one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

/// What the child writes until it closes its end; nothing where it takes too long.
std::optional<std::string> read_all(int from, clock::time_point end) {
    std::string text;
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - clock::now()).count();
        pollfd waiting{from, POLLIN, 0};
        if (left <= 0 || poll(&waiting, 1, static_cast<int>(left)) == 0) return std::nullopt;
        char part[512];
        const ssize_t got = read(from, part, sizeof(part));
        if (got <= 0) return text;
        text.append(part, static_cast<std::size_t>(got));
    }
}

}  // namespace

case_result judge(std::uint64_t seed, const std::function<void()>& check) {
    try {
        check();
        return {seed, verdict::right, {}};
    } catch (const wrong_result& wrong) {
        return {seed, verdict::wrong, one_line(wrong.what())};
    } catch (const std::exception& failed) {
        return {seed, verdict::failed, one_line(failed.what())};
    }
}

case_result judge_in_child(std::uint64_t seed, const std::function<void()>& check, std::chrono::seconds limit) {
    int ends[2];
    if (pipe(ends) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    const pid_t child = fork();
    if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (child == 0) {
        close(ends[0]);
        answer(ends[1], check);
    }
    close(ends[1]);
    const auto text = read_all(ends[0], clock::now() + limit);
    close(ends[0]);
    if (!text) kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    if (!text) return {seed, verdict::hung, "no end after " + std::to_string(limit.count()) + " s"};
    if (WIFSIGNALED(status)) return {seed, verdict::crashed, "signal " + std::to_string(WTERMSIG(status))};
    if (text->empty()) return {seed, verdict::crashed, "exit " + std::to_string(WEXITSTATUS(status))};
    return {seed, static_cast<verdict>(text->front()), text->substr(1)};
}

case_result judge_way(random_case one, const random_way& way, std::chrono::seconds limit) {
    return judge_in_child(
        0,
        [&] {
            one.interpret();
            one.interpret_elsewhere();
            one.check(way);
        },
        limit);
}

std::string wrong_step_of(random_case one, const random_way& way, std::chrono::seconds limit) {
    const case_result found = judge_in_child(
        0,
        [&] {
            one.interpret();
            throw wrong_result(one.wrong_step(way));
        },
        limit);
    return found.what == verdict::wrong ? found.detail : "";
}

}  // namespace ndweave::compiler::testing
