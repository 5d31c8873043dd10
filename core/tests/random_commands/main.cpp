// Random commands on any devices of the library, as programs with several threads submit them: see options.cpp.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <optional>

#include "compiler/tests/random/campaign/campaign_command.hpp"
#include "compiler/tests/random/campaign/campaign_summary.hpp"
#include "options.hpp"
#include "random_commands.hpp"
#include "run/listing.hpp"
#include "run/run_commands.hpp"
#include "run/shrink.hpp"
#include "setting/examined_devices.hpp"

namespace {

using namespace ndweave::testing;
using namespace ndweave::compiler::testing;

/// What one worker process holds.
struct runner {
    const options& asked;
    examined_devices devices;

    std::string prepare() {
        devices = examine(asked.devices);
        return devices.text();
    }

    random_commands draw(std::uint64_t seed) const { return draw_commands(seed, devices.can, asked.barriers); }
    /// Without those that are not in `kept`, which is in order.
    random_commands draw(std::uint64_t seed, const std::vector<std::size_t>& kept) const {
        random_commands all = draw(seed);
        std::erase_if(all.commands, [&](const command& c) { return !std::ranges::binary_search(kept, c.number); });
        return all;
    }

    case_result check(std::uint64_t seed, const random_commands& commands) const {
        const std::string wrong = run_commands(commands, devices.handles);
        return {seed, wrong.empty() ? verdict::right : verdict::wrong, wrong};
    }
};

std::string names(const options& o) {
    std::string made;
    for (const std::string& name : o.devices) made += (made.empty() ? " --device " : ",") + name;
    return made;
}

void tell(const options& o, const case_result& r) {
    if (r.what == verdict::right) return;
    const auto seed = static_cast<unsigned long long>(r.seed);
    std::printf("seed %llu %s: %s\n  again: ndweave-random-commands%s --first-seed %llu --cases 1%s\n", seed,
                name_of(r.what), r.detail.c_str(), names(o).c_str(), seed, o.barriers ? "" : " --no-barriers 1");
    std::fflush(stdout);
}

/// Whether these commands fail in one of several runs, each of a process that may not come through it.
bool fails(const options& o, std::uint64_t seed, const std::vector<std::size_t>& kept) {
    struct failure {};
    runner one{o, {}};
    std::optional<random_commands> commands;
    const campaign_work work{[&] {
                                 one.prepare();
                                 commands = one.draw(seed, kept);
                                 return std::string();
                             },
                             [&](std::uint64_t run) { return one.check(run, *commands); }};
    campaign_options runs{.first_seed = 0, .cases = 10};
    runs.seconds_per_case = o.campaign.seconds_per_case;
    try {
        run_campaign(runs, work, [](const case_result& r) {
            if (r.what != verdict::right) throw failure();
        });
        return false;
    } catch (const failure&) {
        return true;  // the others need not run
    }
}

/// In a process of its own: this one opens no device.
void print(const options& o, std::uint64_t seed, const std::vector<std::size_t>& kept) {
    runner one{o, {}};
    const campaign_work work{[&] { return one.prepare(); },
                             [&](std::uint64_t) {
                                 std::fputs(listing(one.draw(seed, kept)).c_str(), stdout);
                                 std::fflush(stdout);
                                 return case_result{};
                             }};
    run_campaign({.cases = 1}, work, [](const case_result&) {});
}

std::vector<std::size_t> every_command(std::uint64_t seed) {
    std::vector<std::size_t> made(command_count(seed));
    std::iota(made.begin(), made.end(), std::size_t{0});
    return made;
}

void print_small(const options& o, const case_result& failed) {
    const auto kept = shrink(every_command(failed.seed), o.shrink_seconds,
                             [&](const std::vector<std::size_t>& fewer) { return fails(o, failed.seed, fewer); });
    std::printf("%zu of the %zu commands of seed %llu:\n", kept.size(), command_count(failed.seed),
                static_cast<unsigned long long>(failed.seed));
    std::fflush(stdout);
    print(o, failed.seed, kept);
}

int run(const options& o) {
    if (o.print) {
        print(o, o.campaign.first_seed, every_command(o.campaign.first_seed));
        return 0;
    }
    runner one{o, {}};
    campaign_summary summary(o.campaign);
    std::optional<case_result> first_failed;
    const campaign_work work{[&] { return one.prepare(); },
                             [&](std::uint64_t seed) { return one.check(seed, one.draw(seed)); }};
    const auto tell_and_add = [&](const case_result& r) {
        tell(o, r);
        summary.add(r);
        if (r.what != verdict::right && !first_failed) first_failed = r;
    };
    const bool good = report_campaign(o.campaign, work, summary, tell_and_add, o.json);
    if (first_failed) print_small(o, *first_failed);
    return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try { return run(parse_options(argc, argv)); } catch (const std::invalid_argument& e) {
    std::fprintf(stderr, "%s\n%s", e.what(), usage);
    return 2;
} catch (const std::exception& e) {
    std::printf("not run: %s\n", e.what());
    return 77;
}
