#include "campaign_worker.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "kernel_shrinker.hpp"
#include "verdict.hpp"

namespace ndweave::compiler::testing {

namespace {

void write_kernel(const std::filesystem::path& file, const std::string& head, const std::string& module) {
    std::ofstream(file) << "; " << head << "\n" << module;
}

bool is_alike(const verdict& one, const verdict& other) {
    return one.what == other.what && (one.what != outcome::refused || one.message == other.message);
}

std::string one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

}  // namespace

void check_seeds(std::uint64_t first, std::uint64_t end, int to) {
    for (std::uint64_t seed = first; seed != end; ++seed) {
        const verdict found = judge([seed] { check_random_case(seed); });
        const std::string line = std::to_string(static_cast<int>(found.what)) + one_line(found.message) + "\n";
        if (write(to, line.data(), line.size()) < 0) return;
    }
}

void shrink_seed(std::uint64_t seed, const std::filesystem::path& out, std::chrono::seconds case_limit,
                 std::chrono::seconds limit) {
    const random_case whole(seed);
    for (const random_way& way : whole.ways()) {
        const verdict found = judge_way(whole, way, case_limit);
        if (found.what == outcome::right) continue;
        const std::string head = "seed " + std::to_string(seed) + ", " + way.name + ": " + name_of(found.what) + ", " +
                                 one_line(found.message);
        write_kernel(out / (std::to_string(seed) + ".ll"), head, whole.kernel().module);
        if (found.what == outcome::illegal) return;
        // A smaller kernel takes no longer, unless the compiler hangs.
        const auto patience = std::min(case_limit, std::chrono::seconds(10));
        const auto still_fails = [&](const std::string& module) {
            return is_alike(found, judge_way(whole.with({module}), way, patience));
        };
        const std::string small = shrink(whole.kernel().module, still_fails, limit);
        const std::string step =
            found.what == outcome::wrong ? wrong_step_of(whole.with({small}), way, case_limit) : "";
        write_kernel(out / (std::to_string(seed) + ".shrunk.ll"), head + (step.empty() ? "" : ", in step " + step),
                     small);
        return;
    }
}

}  // namespace ndweave::compiler::testing
