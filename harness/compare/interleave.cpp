#include "compare/interleave.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <stdexcept>

#include "record/document.hpp"
#include "support/temporary_folder.hpp"
#include "system/child.hpp"

namespace ndweave::harness {

namespace {

std::vector<record> run_once(const std::string& binary, const interleave_options& options, const std::string& results) {
    child_request request;
    request.command = {binary, "run"};
    request.command.insert(request.command.end(), options.arguments.begin(), options.arguments.end());
    request.command.insert(request.command.end(), {"--json", results});
    request.timeout = options.timeout;
    unlink(results.c_str());
    const child_result child = run_child(request);
    if (child.end != child_end::exited || access(results.c_str(), F_OK) != 0) {
        throw std::runtime_error(binary + " gave no results: " + child.describe() + "\n" + child.messages);
    }
    return read_results(results).rows;
}

/// More rounds may decide a pair, unless a run did not measure it.
bool undecided(const std::vector<comparison>& all) {
    return std::any_of(all.begin(), all.end(),
                       [](const comparison& c) { return c.found == verdict::unclear && c.tested; });
}

/// One series of rounds in alternating order.
class series {
public:
    /// `only`: the pairs that count; empty: all of them.
    series(const interleave_limits& limits, const measure_function& measure, std::set<std::string> only)
        : limits_(limits), measure_(measure), only_(std::move(only)) {}

    std::vector<comparison> run(const std::string& title, const progress_function& progress) {
        const clock::time_point start = clock::now();
        std::vector<comparison> result;
        for (int round = 1; round <= limits_.max_rounds; ++round) {
            progress(title + ", round " + std::to_string(round));
            add_round(round % 2 == 1);
            if (round < limits_.min_rounds) continue;
            result = compare_rounds(base_, next_, limits_.threshold);
            const std::chrono::duration<double> passed = clock::now() - start;
            if (!undecided(result) || passed.count() > limits_.max_time) break;
        }
        return result;
    }

private:
    using clock = std::chrono::steady_clock;

    void add_round(bool base_first) {
        if (base_first) base_.push_back(rows_of(side_of::base));
        next_.push_back(rows_of(side_of::next));
        if (!base_first) base_.push_back(rows_of(side_of::base));
    }

    std::vector<record> rows_of(side_of side) {
        std::vector<record> rows = measure_(side);
        if (!only_.empty()) std::erase_if(rows, [&](const record& row) { return !only_.contains(pair_key(row)); });
        return rows;
    }

    const interleave_limits& limits_;
    const measure_function& measure_;
    std::set<std::string> only_;
    std::vector<std::vector<record>> base_, next_;
};

std::set<std::string> keys_of_slower(const std::vector<comparison>& all) {
    std::set<std::string> keys;
    for (const comparison& c : all) {
        if (c.found == verdict::slower) keys.insert(c.key);
    }
    return keys;
}

}  // namespace

std::vector<comparison> compare_alternating(const interleave_limits& limits, const measure_function& measure,
                                            const progress_function& progress) {
    std::vector<comparison> first = series(limits, measure, {}).run("measuring", progress);
    const std::set<std::string> suspects = keys_of_slower(first);
    if (suspects.empty()) return first;
    const std::vector<comparison> second = series(limits, measure, suspects).run("confirming", progress);
    for (comparison& c : first) {
        if (c.found != verdict::slower) continue;
        const auto again = std::find_if(second.begin(), second.end(), [&](const auto& s) { return s.key == c.key; });
        if (again != second.end() && again->found == verdict::slower) {
            c.note = "confirmed by a second measurement";
        } else {
            c.found = again != second.end() && again->found == verdict::same ? verdict::same : verdict::unclear;
            c.note = "slower at first, not so when measured again";
        }
    }
    return first;
}

std::vector<comparison> compare_interleaved(const interleave_options& options, const progress_function& progress) {
    const support::temporary_folder folder;
    return compare_alternating(
        options.limits,
        [&](side_of side) {
            return run_once(side == side_of::base ? options.base : options.next, options, folder / "r.json");
        },
        progress);
}

}  // namespace ndweave::harness
