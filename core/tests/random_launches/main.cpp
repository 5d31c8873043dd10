// Random kernels on any device of the library, as programs launch them: see options.cpp.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>

#include "compiler/tests/random/campaign/campaign_command.hpp"
#include "compiler/tests/random/campaign/campaign_summary.hpp"
#include "compiler/tests/random/campaign/judge.hpp"
#include "compiler/tests/random/cases/product_code.hpp"
#include "compiler/tests/random/shrinking/kernel_shrinker.hpp"
#include "options.hpp"
#include "random_launch.hpp"
#include "support/temporary_folder.hpp"

namespace {

using namespace ndweave::testing;
using namespace ndweave::compiler::testing;

/// What one worker process holds.
struct launcher {
    const options& asked;
    std::optional<ndweave::queue> queue;
    kernel_target target;

    std::string prepare() {
        const ndweave::device device(asked.device);
        target = kernel_target::of(device);
        if (!asked.sub_group_sizes.empty()) target.sub_group_sizes = asked.sub_group_sizes;
        if (asked.exact_products) target.contracts = true;
        if (asked.no_halves) target.halves = false;
        queue.emplace(device);
        return asked.device + " (" + device.get_info<ndweave::info::device::name>() + ", driver " +
               device.get_info<ndweave::info::device::driver_version>() + ")";
    }

    case_result check(std::uint64_t seed) { return check_random_launch(*queue, seed, target); }
};

/// Kernels that nobody will see again fill no cache.
void keep_out_of_caches() {
    ::setenv("NDWEAVE_CACHE_DIR", "/dev/null", 1);
    ::setenv("CUDA_CACHE_DISABLE", "1", 1);
    ::setenv("POCL_KERNEL_CACHE", "0", 1);
}

void tell(const options& o, const case_result& r) {
    if (r.what == verdict::right || r.what == verdict::refused) return;
    std::string more = o.exact_products ? " --exact-products 1" : "";
    if (o.no_halves) more += " --no-halves 1";
    for (const std::uint32_t size : o.sub_group_sizes)
        more += (&size == o.sub_group_sizes.data() ? " --sub-groups " : ",") + std::to_string(size);
    const auto seed = static_cast<unsigned long long>(r.seed);
    std::printf("seed %llu %s: %s\n  again: ndweave-random-launches --device %s --first-seed %llu --cases 1%s\n", seed,
                name_of(r.what), r.detail.c_str(), o.device.c_str(), seed, more.c_str());
    std::fflush(stdout);
}

std::string read_text(const std::string& file) {
    std::ostringstream text;
    if (!(text << std::ifstream(file).rdbuf())) throw std::invalid_argument("cannot read '" + file + "'");
    return text.str();
}

/// A process of its own opens the device, which may not come through what the kernel does.
case_result check_apart(const options& o, const std::string& module) {
    const auto check = [&] {
        launcher one{o, {}, {}};
        one.prepare();
        const case_result r = check_random_launch(*one.queue, o.campaign.first_seed, one.target, module);
        if (r.what == verdict::wrong) throw wrong_result(r.detail);
        if (r.what != verdict::right) throw std::runtime_error(r.detail);
    };
    return judge_in_child(o.campaign.first_seed, check, std::chrono::seconds(o.campaign.seconds_per_case));
}

/// The first seed's kernel, which is made for the device: a process of its own opens that.
std::string text_of_first(const options& o) {
    const ndweave::support::temporary_folder folder;
    const auto file = folder.path() / "kernel.ll";
    judge_in_child(
        o.campaign.first_seed,
        [&] {
            launcher one{o, {}, {}};
            one.prepare();
            std::ofstream(file) << random_launch_text(o.campaign.first_seed, one.target);
        },
        std::chrono::seconds(o.campaign.seconds_per_case));
    return read_text(file);
}

int print_small(const options& o) {
    const case_result found = check_apart(o, {});
    if (found.what == verdict::right) {
        std::puts("the kernel is right");
        return 0;
    }
    const auto still_fails = [&](const std::string& module) {
        const case_result r = check_apart(o, module);
        return r.what == found.what && (r.what != verdict::failed || r.detail == found.detail);
    };
    const std::string whole = text_of_first(o);
    const std::string small = shrink(whole, still_fails, std::chrono::seconds(o.shrink_seconds));
    std::printf("; %s: %s\n%s\n", name_of(found.what), check_apart(o, small).detail.c_str(), small.c_str());
    return 1;
}

int run_file(const options& o) {
    const case_result r = check_apart(o, read_text(o.kernel));
    std::printf("%s %s\n", name_of(r.what), r.detail.c_str());
    return r.what == verdict::right ? 0 : 1;
}

int run(const options& o) {
    if (!o.kernel.empty()) return run_file(o);
    if (o.shrink_seconds != 0) return print_small(o);
    launcher one{o, {}, {}};
    if (o.print) {
        one.prepare();
        std::puts(random_launch_text(o.campaign.first_seed, one.target).c_str());
        return 0;
    }
    campaign_summary summary(o.campaign);
    const campaign_work work{[&] { return one.prepare(); }, [&](std::uint64_t seed) { return one.check(seed); }};
    const auto tell_and_add = [&](const case_result& r) {
        tell(o, r);
        summary.add(r);
    };
    return report_campaign(o.campaign, work, summary, tell_and_add, o.json) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try {
    const options o = parse_options(argc, argv);
    keep_out_of_caches();
    return run(o);
} catch (const std::invalid_argument& e) {
    std::fprintf(stderr, "%s\n%s", e.what(), usage);
    return 2;
} catch (const std::exception& e) {
    std::printf("not run: %s\n", e.what());
    return 77;
}
