#include <cstdio>

#include "app.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/output_place.hpp"
#include "measure/explain.hpp"
#include "measure/measure.hpp"
#include "measure/plan.hpp"
#include "report/explanation.hpp"
#include "system/files.hpp"

namespace ndweave::harness {

namespace {

struct explain_options {
    run_options run;
    std::string kernel, json_file;
};

/// Status of a run that ended without an answer, and a line that says why.
int failed(const measurement& m, const answer& a) {
    if (!a.child.good()) {
        std::fprintf(stderr, "harness: %s: %s\n", m.key().c_str(), describe_failure(m, a).c_str());
        return exit_crashed;
    }
    const std::string kind = a.last["error"]["kind"], message = a.last["error"]["message"];
    if (kind == "usage") throw apps::usage_error(m.app + ": " + message);
    std::fprintf(stderr, "harness: %s: %s\n", m.key().c_str(), message.c_str());
    return kind == "unavailable" ? exit_unavailable : exit_crashed;
}

int explain(explain_options options) {
    check_place(options.json_file, "--json");
    options.run.repeat = 1;
    options.run.min_time = 0;
    json everything = json::array();
    int status = exit_ok;
    for (const measurement& m : plan(options.run, apps::all(), {})) {
        const explanation e = explain_measurement(m);
        const json kernels = kernels_named(e.kernels, options.kernel);
        everything.push_back({{"app", m.app}, {"backend", m.column()}, {"size", m.size}, {"kernels", kernels}});
        std::fputs(to_text(m.key(), kernels, !options.kernel.empty()).c_str(), stdout);
        if (!e.last.last.is_object() || !e.last.last.contains("records")) status = failed(m, e.last);
    }
    std::fflush(stdout);
    if (!options.json_file.empty()) write_file(options.json_file, everything.dump(2) + "\n");
    return status;
}

}  // namespace

void add_explain(CLI::App& program, command_action& action) {
    auto options = std::make_shared<explain_options>();
    CLI::App* command = program.add_subcommand("explain", "Which way each kernel of an app runs, and why");
    run_options& o = options->run;
    command->add_option("--app", o.apps, "Apps, or all")->delimiter(',')->required();
    command->add_option("--kernel", options->kernel, "Only kernels whose name contains this");
    command->add_option("--backend", o.backends, "cpu, cuda, hip or opencl")->delimiter(',');
    command->add_option("--cpu-mode", o.strategies, "auto, loop, cbs, fiber")->delimiter(',');
    command->add_option("--size", o.size, "small, medium, large or paper");
    command->add_option("-p", o.parameters, "key=value: a parameter of the app")->allow_extra_args(false);
    command->add_option("--device", o.device, "Number of the device within its backend")->check(CLI::Range(0, 255));
    command->add_option("--timeout", o.timeout, "Seconds after which a run is given up")->check(CLI::Range(0.1, 1e6));
    command->add_option("--json", options->json_file, "File for the same as JSON, with the compiler's whole reports");
    command->callback([&action, options] { action = [options] { return explain(*options); }; });
}

}  // namespace ndweave::harness
