#include "measure/worker.hpp"

#include <sys/prctl.h>
#include <cstdlib>

#include <chrono>
#include <iostream>
#include <optional>
#include <string>
#include <thread>

#include "measure/answers.hpp"
#include "measure/run_app.hpp"
#include "ndweave/device.hpp"
#include "ndweave/reports/compiler_report.hpp"
#include "ndweave/reports/kernel_log.hpp"
#include "ndweave/reports/variable_report.hpp"

namespace ndweave::harness {

namespace {

json kernel_json(const kernel_log_entry& e) {
    json kernel = {
        {"kernel", e.kernel},     {"backend", e.backend}, {"strategy", e.strategy},        {"reason", e.reason},
        {"compiled", e.compiled}, {"cached", e.cached},   {"milliseconds", e.milliseconds}};
    if (!e.constants.empty()) kernel["constants"] = e.constants;
    kernel["work_group"] = std::vector<std::size_t>(e.work_group, e.work_group + e.dimensions);
    if (e.compiled) kernel["report"] = parse_json(e.report, "the kernel compiler's report");
    return kernel;
}

json devices_of(const std::string& backend) {
    json found = json::array();
    try {
        for (int index = 0; backend != "cpu" || index == 0; ++index) {
            found.push_back(device_facts(device(backend == "cpu" ? backend : backend + ":" + std::to_string(index))));
        }
    } catch (const ndweave::exception& e) {
        if (found.empty()) return error_answer("unavailable", e.what());
    }
    json reply = {{"devices", found}};
    if (backend == "cpu") {
        const compiler_report c = kernel_compiler_report();
        reply["compiler"] = {{"path", c.path}, {"version", c.version}, {"problem", c.problem}};
    }
    return reply;
}

json variables() {
    json all = json::array();
    for (const variable_report& v : variable_reports()) {
        all.push_back({{"name", v.name}, {"value", v.value}, {"known", v.known}, {"problem", v.problem}});
    }
    return {{"variables", all}};
}

/// For the system to spread threads over processors that it woke on one of them.
constexpr std::chrono::milliseconds threads_settle(20);

/// The harness stops this process until then.
bool pause_until_next_turn(std::size_t series, double seconds) {
    say({{"turn", {{"series", series}, {"seconds", seconds}}}});
    std::string answer;
    std::getline(std::cin, answer);
    std::this_thread::sleep_for(threads_settle);
    return answer == turn_settled;
}

}  // namespace

int worker_main() {
    std::string text;
    std::getline(std::cin, text);
    const json task = parse_json(text, "request");
    answer_on(worker_answer_fd);
    if (task.contains("explain")) {
        setenv("NDWEAVE_COMPILE_AHEAD", "0", 0);  // one compilation beside another would take longer
        set_kernel_log([](const kernel_log_entry& kernel) { say({{"kernel", kernel_json(kernel)}}); });
        say(run_app(from_json<measurement>(task["explain"])));
    } else if (task.contains("measure")) {
        const auto m = from_json<measurement>(task["measure"]);
        prctl(PR_SET_NAME, m.column().c_str());  // for lists of processes, and the timeline
        std::optional<turn_taker> turns;
        if (task.contains("turns")) turns.emplace(task["turns"].get<int>(), m.min_time, pause_until_next_turn);
        say(run_app(m, turns ? &*turns : nullptr));
    } else {
        say(task.contains("variables") ? variables() : devices_of(task.at("devices")));
    }
    return 0;
}

}  // namespace ndweave::harness
