/// ndweave-random-campaign: random kernels against their interpreter on all cores; what fails is made small.
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "campaign_command.hpp"
#include "campaign_summary.hpp"
#include "compiler/codegen/host/machine.hpp"
#include "compiler/tests/random/shrinking/failing_case.hpp"
#include "judge.hpp"

namespace {

using namespace ndweave::compiler::testing;

constexpr const char* usage =
    "ndweave-random-campaign --out DIR [--minutes M] [--jobs N] [--first-seed S|fresh] [--cases K]\n"
    "                        [--shrink-seconds T] [--most-shrunk F]\n"
    "Ends with 1 where a kernel did not run right.\n";

struct options {
    campaign_options campaign{.cases = 1'000'000'000, .minutes = 1, .seconds_per_case = 60};
    std::filesystem::path out;
    std::chrono::seconds shrink_limit{180};  // of each failure
    std::size_t max_shrunk = 50;
};

std::uint64_t number(const std::string& text) {
    std::size_t used = 0;
    const std::uint64_t value = std::stoull(text, &used);
    if (used != text.size()) throw std::invalid_argument("not a number: " + text);
    return value;
}

void set(options& o, std::string_view name, const std::string& value) {
    if (set_campaign_option(o.campaign, name, value)) return;
    if (name == "--out") {
        o.out = value;
    } else if (name == "--cases") {
        o.campaign.cases = number(value);
    } else if (name == "--shrink-seconds") {
        o.shrink_limit = std::chrono::seconds(number(value));
    } else if (name == "--most-shrunk") {
        o.max_shrunk = number(value);
    } else {
        throw std::invalid_argument("no such option: " + std::string(name));
    }
}

options parse(int argc, char** argv) {
    options o;
    o.campaign.jobs = std::thread::hardware_concurrency();
    o.campaign.first_seed = std::random_device()();
    for (int a = 1; a < argc; a += 2) {
        if (a + 1 == argc) throw std::invalid_argument(std::string(argv[a]) + " needs a value");
        set(o, argv[a], argv[a + 1]);
    }
    if (o.out.empty()) throw std::invalid_argument("--out says where results go");
    if (o.campaign.jobs == 0 || o.campaign.cases == 0 || o.campaign.minutes <= 0) {
        throw std::invalid_argument("--jobs, --cases and --minutes are more than 0");
    }
    return o;
}

/// The seeds that failed, the first of which are to be made small.
std::vector<std::uint64_t> run_cases(const options& o) {
    const campaign_work work{[] { return "this processor (" + ndweave::compiler::host::target_cpu().name + ")"; },
                             [](std::uint64_t seed) { return judge(seed, [seed] { check_random_case(seed); }); }};
    campaign_summary summary(o.campaign);
    std::vector<std::uint64_t> failed;
    std::ofstream failures(o.out / "failures.txt", std::ios::app);
    const auto save = [&](const std::string& tested) { std::ofstream(o.out / "summary.json") << summary.json(tested); };
    const std::string tested = run_campaign(o.campaign, work, [&](const case_result& r) {
        summary.add(r);
        if (summary.cases() % 1000 == 0) save("this processor, not yet at its end");  // for a campaign that is killed
        if (r.what == verdict::right) return;
        failed.push_back(r.seed);
        failures << r.seed << " " << name_of(r.what) << ": " << r.detail << std::endl;
    });
    save(tested);
    std::fputs(summary.text(tested).c_str(), stdout);
    std::fflush(stdout);
    return failed;
}

void shrink_all(const options& o, const std::vector<std::uint64_t>& failed) {
    if (failed.empty()) return;
    campaign_options each{.first_seed = 0, .cases = failed.size(), .jobs = o.campaign.jobs};
    each.seconds_per_case = static_cast<unsigned>(o.shrink_limit.count()) + 300;
    const campaign_work work{
        [] { return std::string(); },
        [&](std::uint64_t n) { return judge(n, [&] { shrink_seed(failed[n], o.out, o.shrink_limit); }); }};
    run_campaign(each, work, [&](const case_result& r) {
        if (r.what != verdict::right)
            std::printf("seed %llu: %s while it was made small\n", static_cast<unsigned long long>(failed[r.seed]),
                        name_of(r.what));
    });
}

}  // namespace

int main(int argc, char** argv) try {
    const options o = parse(argc, argv);
    std::filesystem::create_directories(o.out);
    setenv("NDWEAVE_CACHE_DIR", "/dev/null", 1);  // kernels that nobody will see again fill no cache
    const rlimit no_dumps{0, 0};
    setrlimit(RLIMIT_CORE, &no_dumps);
    std::vector<std::uint64_t> failed = run_cases(o);
    const bool good = failed.empty();
    failed.resize(std::min(failed.size(), o.max_shrunk));
    shrink_all(o, failed);
    return good ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n%s", error.what(), usage);
    return 2;
}
