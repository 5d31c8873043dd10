#include "page.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace ndweave::bench {

void register_benchmarks();  // each program's own

namespace {

bool tiny = false;
std::uint32_t seed = std::random_device{}();
int failures = 0;

/// Takes out the options that are not Google Benchmark's.
void parse_own_options(int& argc, char** argv) {
    constexpr std::string_view seed_option = "--seed=";
    int kept = 1;
    for (int i = 1; i < argc; ++i) {
        const std::string_view option = argv[i];
        if (option == "--tiny") {
            tiny = true;
        } else if (option.starts_with(seed_option)) {
            seed = static_cast<std::uint32_t>(std::strtoul(argv[i] + seed_option.size(), nullptr, 10));
        } else {
            argv[kept++] = argv[i];
        }
    }
    argc = kept;
}

}  // namespace

setup make_setup(const queue& q) { return {q, tiny, std::mt19937(seed)}; }

void require_sub_group_size(const queue& q, const kernel_properties& properties) {
    const std::uint32_t asked = properties.sub_group_size;
    if (asked == 0) return;
    const auto sizes = q.get_device().get_info<info::device::sub_group_sizes>();
    if (std::ranges::find(sizes, asked) == sizes.end()) {
        throw unavailable("the device has no sub-groups of " + std::to_string(asked) + " work-items");
    }
}

void add_benchmark(const std::string& name, std::function<void(benchmark::State&)> run) {
    const auto guarded = [run = std::move(run)](benchmark::State& state) {
        try {
            run(state);
        } catch (const unavailable& e) {
            state.SkipWithError(e.what());
        } catch (const std::exception& e) {
            ++failures;
            state.SkipWithError(e.what());
        }
    };
    benchmark::RegisterBenchmark(name.c_str(), guarded)
        ->UseRealTime()
        ->MeasureProcessCPUTime()
        ->Unit(benchmark::kMicrosecond);
}

}  // namespace ndweave::bench

/// Google Benchmark's options, `--seed=N` for the inputs, and `--tiny`: each benchmark once at a size that only
/// verifies. Exit status 1 where a result was wrong or something failed; a peer that this machine lacks is skipped.
int main(int argc, char** argv) {
    using namespace ndweave::bench;
    parse_own_options(argc, argv);
    std::vector<char*> arguments(argv, argv + argc);
    std::string shortest = "--benchmark_min_time=0";
    if (tiny) arguments.push_back(shortest.data());
    int count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
    benchmark::AddCustomContext("seed", std::to_string(seed));
    benchmark::AddCustomContext("peers compiled by", peers_compiler());
    register_benchmarks();
    benchmark::RunSpecifiedBenchmarks();
    return failures == 0 ? 0 : 1;
}
