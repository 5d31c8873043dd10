#include "failing_case.hpp"

#include <fstream>

#include "compiler/tests/random/campaign/judge.hpp"
#include "kernel_shrinker.hpp"

namespace ndweave::compiler::testing {

namespace {

using std::chrono::seconds;

constexpr seconds case_limit{60};
constexpr seconds time_limit{10};  // with a smaller kernel, which takes no longer unless the compiler hangs

void write_kernel(const std::filesystem::path& file, const std::string& head, const std::string& module) {
    std::ofstream(file) << "; " << head << "\n" << module;
}

bool is_alike(const case_result& one, const case_result& other) {
    return one.what == other.what && (one.what != verdict::failed || one.detail == other.detail);
}

void write_small(const random_case& whole, const random_way& way, const case_result& found, const std::string& file,
                 seconds limit) {
    std::string head =
        "seed " + std::to_string(found.seed) + ", " + way.name + ": " + name_of(found.what) + ", " + found.detail;
    write_kernel(file + ".ll", head, whole.kernel().module);
    const auto still_fails = [&](const std::string& module) {
        return is_alike(found, judge_way(whole.with({module}), way, time_limit));
    };
    const std::string small = shrink(whole.kernel().module, still_fails, limit);
    const std::string step = found.what == verdict::wrong ? wrong_step_of(whole.with({small}), way, case_limit) : "";
    if (!step.empty()) head += ", in step " + step;
    write_kernel(file + ".shrunk.ll", head, small);
}

}  // namespace

void shrink_seed(std::uint64_t seed, const std::filesystem::path& out, seconds limit) {
    const random_case whole(seed);
    for (const random_way& way : whole.ways()) {
        case_result found = judge_way(whole, way, case_limit);
        if (found.what == verdict::right) continue;
        found.seed = seed;
        return write_small(whole, way, found, (out / std::to_string(seed)).string(), limit);
    }
}

}  // namespace ndweave::compiler::testing
