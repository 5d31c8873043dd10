#include "measure/ask.hpp"

#include <cstdlib>

#include "measure/ranks/launch.hpp"
#include "measure/ranks/rank.hpp"
#include "measure/worker.hpp"

namespace ndweave::harness {

namespace {

/// Called with what a worker says before its last line.
struct callbacks {
    std::function<void(const std::string&)> progress;  // may be empty
    std::function<void(const json&)> kernel;           // set where the task is "explain"
};

answer ask(child_request request, const json& task, const callbacks& on) {
    const bool of_ranks = !request.command.empty();
    if (!of_ranks) {
        request.command = {"/proc/self/exe", worker_subcommand};
        request.input = dump_line(task);
        request.output_fd = worker_answer_fd;
    }
    answer result;
    request.on_line = [&](const std::string& text) {
        std::string line = text;
        if (of_ranks) {
            if (!line.starts_with(rank_answer_prefix)) return;  // the launcher's words, or another rank's
            line.erase(0, std::string(rank_answer_prefix).size());
            if (result.last.is_object() && result.last.contains("error")) return;  // the first rank that fails says why
        }
        const json parsed = parse_json(line, "the worker's answer");
        if (parsed.contains("kernel")) {
            on.kernel(parsed["kernel"]);
        } else if (!parsed.contains("progress")) {
            result.last = parsed;
        } else if (on.progress) {
            on.progress(parsed.value("progress", ""));
        }
    };
    result.child = run_child(request);
    return result;
}

child_request request_for(const measurement& m) {
    child_request request;
    request.timeout = m.timeout;
    if (!m.strategy.empty()) request.environment["NDWEAVE_CPU"] = m.strategy;
    // Passive waiting halves the speed of short OpenMP regions: peers get the faster setting unless the user sets one.
    if (std::getenv("OMP_WAIT_POLICY") == nullptr) request.environment["OMP_WAIT_POLICY"] = "active";
    return request;
}

}  // namespace

answer ask_to_measure(const measurement& m, const turn_place& turn,
                      const std::function<void(const std::string&)>& progress) {
    child_request request = request_for(m);
    json task = {{"measure", to_json(m)}};
    if (turn.order) {
        task["turns"] = turn.turns;
        request.is_question = [](const std::string& line) { return line.starts_with("{\"turn\":"); };
        request.answer = [turn](const std::string& line) {
            const json end = parse_json(line, "the worker's turn")["turn"];
            return turn.order->next(turn.row, end.at("series"), end.at("seconds")) ? turn_settled : turn_open;
        };
    }
    if (m.ranks > 1) {
        request.command = launch_command(m);
        request.environment.merge(launch_environment());
        request.grace = 10;  // srun that is killed leaves its ranks behind
    }
    return ask(std::move(request), task, {progress, {}});
}

answer ask_to_explain(const measurement& m, const std::function<void(const json&)>& on_kernel) {
    return ask(request_for(m), {{"explain", to_json(m)}}, {{}, on_kernel});
}

answer ask_for_devices(const std::string& backend) {
    child_request request;
    request.timeout = 60;
    return ask(request, {{"devices", backend}}, {});
}

answer ask_for_variables() {
    child_request request;
    request.timeout = 60;
    return ask(request, {{"variables", true}}, {});
}

std::string why_no_devices(const answer& a) {
    if (a.last.is_object() && a.last.contains("devices")) return "";
    if (a.last.is_object() && a.last.contains("error")) return a.last["error"]["message"].get<std::string>();
    return "its driver ends the process: " + a.child.describe();
}

}  // namespace ndweave::harness
