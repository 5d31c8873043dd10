/// ndweave-random-campaign: random kernels against their interpreter for so long, on so many cores.
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "random_campaign.hpp"

namespace {

using ndweave::compiler::testing::campaign_options;

constexpr const char* usage =
    "ndweave-random-campaign --out DIR [--minutes M] [--jobs N] [--first-seed S|fresh] [--cases K]\n"
    "                        [--shrink-seconds T] [--most-shrunk F]\n"
    "Ends with 1 where a kernel did not run right.\n";

std::uint64_t number(std::string_view text) {
    std::size_t used = 0;
    const std::string whole(text);
    const std::uint64_t value = std::stoull(whole, &used);
    if (used != whole.size()) throw std::invalid_argument("not a number: " + whole);
    return value;
}

void set(campaign_options& options, std::string_view name, const char* value) {
    if (name == "--out") {
        options.out = value;
    } else if (name == "--minutes") {
        options.time = std::chrono::seconds(static_cast<long>(60 * std::stod(value)));
    } else if (name == "--jobs") {
        options.jobs = static_cast<unsigned>(number(value));
    } else if (name == "--first-seed") {
        options.first_seed = std::string_view(value) == "fresh" ? std::random_device()() : number(value);
    } else if (name == "--cases") {
        options.cases = number(value);
    } else if (name == "--shrink-seconds") {
        options.shrink_limit = std::chrono::seconds(number(value));
    } else if (name == "--most-shrunk") {
        options.most_shrunk = static_cast<unsigned>(number(value));
    } else {
        throw std::invalid_argument("no such option: " + std::string(name));
    }
}

campaign_options parse(int argc, char** argv) {
    campaign_options options;
    options.jobs = std::thread::hardware_concurrency();
    options.first_seed = std::random_device()();
    for (int a = 1; a < argc; a += 2) {
        if (a + 1 == argc) throw std::invalid_argument(std::string(argv[a]) + " needs a value");
        set(options, argv[a], argv[a + 1]);
    }
    if (options.out.empty()) throw std::invalid_argument("--out says where results go");
    if (options.jobs == 0 || options.cases == 0) throw std::invalid_argument("--jobs and --cases are 1 or more");
    return options;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const campaign_options options = parse(argc, argv);
        std::filesystem::create_directories(options.out);
        setenv("NDWEAVE_CACHE_DIR", "/dev/null", 1);  // nothing is compiled twice
        const rlimit no_dumps{0, 0};
        setrlimit(RLIMIT_CORE, &no_dumps);
        return ndweave::compiler::testing::random_campaign(options).run() == 0 ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "error: %s\n%s", error.what(), usage);
        return 2;
    }
}
