#include "verdict.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <system_error>

#include "illegal_kernel.hpp"

namespace ndweave::compiler::testing {

namespace {

using clock = std::chrono::steady_clock;

[[noreturn]] void answer(int to, const std::function<void()>& check) {
    const verdict found = judge(check);
    const std::string text = std::string(1, static_cast<char>(found.what)) + found.message;
    const ssize_t written = write(to, text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
    _exit(written > 0 ? 0 : 1);
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

const char* name_of(outcome what) {
    static constexpr const char* names[] = {"right", "wrong", "crashed", "refused", "timed out", "illegal"};
    return names[static_cast<unsigned>(what)];
}

verdict judge(const std::function<void()>& check) {
    try {
        check();
        return {};
    } catch (const wrong_result& wrong) {
        return {outcome::wrong, wrong.what()};
    } catch (const std::runtime_error& refused) {
        return {outcome::refused, refused.what()};
    } catch (const std::exception& illegal) {
        return {outcome::illegal, illegal.what()};
    }
}

verdict judge_in_child(const std::function<void()>& check, std::chrono::seconds limit) {
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
    if (!text) return {outcome::timed_out, "no end after " + std::to_string(limit.count()) + " s"};
    if (WIFSIGNALED(status)) return {outcome::crashed, "signal " + std::to_string(WTERMSIG(status))};
    if (text->empty()) return {outcome::crashed, "exit " + std::to_string(WEXITSTATUS(status))};
    return {static_cast<outcome>(text->front()), text->substr(1)};
}

verdict judge_way(random_case one, const random_way& way, std::chrono::seconds limit) {
    return judge_in_child(
        [&] {
            one.interpret();
            one.check(way);
        },
        limit);
}

std::string wrong_step_of(random_case one, const random_way& way, std::chrono::seconds limit) {
    const verdict found = judge_in_child(
        [&] {
            one.interpret();
            throw wrong_result(one.wrong_step(way));
        },
        limit);
    return found.what == outcome::wrong ? found.message : "";
}

}  // namespace ndweave::compiler::testing
