// Random programs of PTX, assembled by NVIDIA's driver, run on a GPU and compared with what PTX says: see the usage.
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "compiler/tests/random/campaign/campaign_command.hpp"
#include "compiler/tests/random/campaign/judge.hpp"
#include "ptx_summary.hpp"

namespace {

using namespace ndweave::compiler::testing;

constexpr const char* usage = R"(usage: ndweave-random-ptx [OPTION…]
Random programs of PTX, assembled by NVIDIA's driver and run on the first GPU. Leaves with 1 where one is wrong, hangs or
is not assembled, 77 without a GPU.
  --first-seed S   or "fresh" (the same programs each time)
  --minutes M      begins no seed after so long (0.2)
  --seeds N        at most; a seed is 48 programs
  --jobs N         worker processes (1)
  --plain          as LLVM spells them, without what the kernel compiler fixes: do drivers still need that?
  --json FILE      writes a summary
)";

struct options {
    campaign_options campaign{.cases = std::uint64_t{1} << 40, .minutes = 0.2, .seconds_per_case = 20};
    ptx_spelling spelling = ptx_spelling::respelled;
    std::string json;
};

options parse(int argc, char** argv) {
    options o;
    for (int i = 1; i < argc; ++i) {
        const std::string_view option = argv[i];
        if (option == "--plain") {
            o.spelling = ptx_spelling::plain;
            continue;
        }
        if (++i == argc) throw std::invalid_argument(std::string(option) + " is unknown, or has no value");
        const std::string_view value = argv[i];
        if (set_campaign_option(o.campaign, option, value)) continue;
        if (option == "--seeds") {
            o.campaign.cases = positive_number<std::uint64_t>(option, value);
        } else if (option == "--json") {
            o.json = value;
        } else {
            throw std::invalid_argument("unknown option " + std::string(option));
        }
    }
    return o;
}

std::size_t programs_of(std::uint64_t seed) {
    ptx_memory memory;
    return random_ptx_programs(seed, memory).size();
}

/// Each program of a seed that crashed or hung, in a process of its own.
std::vector<ptx_finding> one_by_one(const case_result& r, ptx_spelling spelling) {
    std::vector<ptx_finding> found;
    ptx_memory memory;
    const auto programs = random_ptx_programs(r.seed, memory);
    for (std::size_t i = 0; i < programs.size(); ++i) {
        const auto check = [&] {
            const auto faults = check_ptx_program(cuda_driver(), r.seed, i, spelling);
            if (!faults.empty()) throw wrong_result(line_of(faults));
        };
        const case_result alone = judge_in_child(r.seed, check, std::chrono::seconds(15));
        if (alone.what == verdict::wrong) {
            found.push_back(findings_of(alone.detail).at(0));
        } else if (alone.what != verdict::right) {
            found.push_back({programs[i]->name(), std::string(name_of(alone.what)) + ": " + alone.detail});
        }
    }
    if (found.empty()) found.push_back({"all programs of a seed", std::string(name_of(r.what)) + ": " + r.detail});
    return found;
}

int run(const options& o) {
    std::optional<cuda_driver> driver;  // of a worker process
    const campaign_work work{[&] {
                                 driver.emplace();
                                 return driver->name();
                             },
                             [&](std::uint64_t seed) {
                                 const auto found = check_ptx_programs(*driver, seed, o.spelling);
                                 return case_result{seed, found.empty() ? verdict::right : verdict::wrong,
                                                    line_of(found)};
                             }};
    ptx_summary summary(o.campaign, o.spelling);
    const auto tell = [&](const case_result& r) {
        const bool told = r.what == verdict::right || r.what == verdict::wrong;
        const auto found = told ? findings_of(r.detail) : one_by_one(r, o.spelling);
        for (const ptx_finding& f : found)  // at once: a driver may yet take this process along
            std::fprintf(stderr, "%s: %s (seed %llu)\n", f.program.c_str(), f.example.c_str(),
                         static_cast<unsigned long long>(r.seed));
        summary.add(r.seed, found, programs_of(r.seed));
    };
    return report_campaign(o.campaign, work, summary, tell, o.json) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try {
    const options o = parse(argc, argv);
    ::setenv("CUDA_CACHE_DISABLE", "1", 1);       // programs that nobody will see again
    ::setenv("CUDA_MODULE_LOADING", "EAGER", 1);  // no part of what a program takes
    return run(o);
} catch (const std::invalid_argument& e) {
    std::fprintf(stderr, "%s\n%s", e.what(), usage);
    return 2;
} catch (const std::exception& e) {
    std::printf("not run: %s\n", e.what());
    return 77;
}
