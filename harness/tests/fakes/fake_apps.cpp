/// Apps for the harness's own tests: each misbehaves in one way. Times are made up, so that no test depends on a clock.
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdlib>
#include <limits>
#include <random>

#include "app.hpp"
#include "meter.hpp"

namespace ndweave::apps {

namespace {

/// Times around 1 ms with 2 % of noise; `-p slow=1.1` makes them 10 % longer.
std::vector<result> steady(const context& run) {
    std::mt19937 random(std::random_device{}());
    std::normal_distribution<double> noise(0, 0.02);
    result r;
    r.kernel = "work";
    for (int i = 0; i < 30; ++i) {
        r.samples.push_back(1e-3 * run.params.real("slow", 1) * std::exp(std::abs(noise(random))));
    }
    r.warmups = 1;
    r.fom = {"GB/s", true, 2e-2};
    r.check = {true, true, "=error", 0, 0, 1e-9};
    r.notes = {{"remark", "</script><b>bold</b>"}};
    return {r};
}

/// Takes samples as apps do. The hand-written version is half as fast.
std::vector<result> paced(const context& run) {
    result r;
    r.kernel = "work";
    do r.samples.push_back(run.backend == "native" ? 0.02 : 0.01);
    while (!enough(run, r.samples));
    r.fom = {"GB/s", true, 2e-2};
    r.check = {true, true, "=error", 0, 0, 1e-9};
    return {r};
}

std::vector<result> wrong(const context& run) {
    std::vector<result> rows = steady(run);
    rows[0].check.passed = false;
    rows[0].check.value = std::numeric_limits<double>::quiet_NaN();
    return rows;
}

std::vector<result> unchecked(const context& run) {
    std::vector<result> rows = steady(run);
    rows[0].check = {};
    return rows;
}

std::vector<result> no_time(const context& run) {
    std::vector<result> rows = steady(run);
    rows[0].samples = {std::numeric_limits<double>::quiet_NaN()};
    return rows;
}

std::vector<result> crash(const context&) {
    std::signal(SIGSEGV, SIG_DFL);
    std::raise(SIGSEGV);
    return {};
}

/// Crashes as long as the file exists that $FRAIL_APP_CRASHES names.
std::vector<result> frail(const context& run) {
    const char* const file = std::getenv("FRAIL_APP_CRASHES");
    return file && access(file, F_OK) == 0 ? crash(run) : steady(run);
}

/// As by the kernel when memory runs out.
std::vector<result> killed(const context&) {
    std::raise(SIGKILL);
    return {};
}

/// Leaves a grandchild that holds the pipes open, too.
std::vector<result> hang(const context&) {
    if (fork() == 0) {
        for (;;) pause();
    }
    for (;;) pause();
}

std::vector<result> refuse(const context&) { throw std::runtime_error("the deck does not converge"); }

std::string why_absent() { return "build with Kokkos, or name one in CMAKE_PREFIX_PATH"; }

/// A peer that this build could have had.
std::vector<result> absent(const context&) { throw unavailable(why_absent()); }

application make(const char* name, std::vector<result> (*run)(const context&)) {
    return {name, "a fake", {"slow"}, run, {{"native", run}, {"kokkos", absent, why_absent}}};
}

}  // namespace

std::vector<result> run_kernels(const context&);  // kernel_app.cpp

const std::vector<const application*>& all() {
    static const application apps[] = {
        make("steady", steady), make("wrong", wrong), make("unchecked", unchecked), make("notime", no_time),
        make("crash", crash),   make("hang", hang),   make("refuse", refuse),       make("kernels", run_kernels),
        make("killed", killed), make("frail", frail), make("babelstream", steady),  make("paced", paced)};
    static const std::vector<const application*> list = [] {
        std::vector<const application*> addresses;
        for (const application& app : apps) addresses.push_back(&app);
        return addresses;
    }();
    return list;
}

}  // namespace ndweave::apps
