#include "compare/interleave.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

#include "measure/child.hpp"
#include "report/document.hpp"

namespace ndweave::harness {

namespace {

/// A private folder for the runs' results, removed with them.
class scratch_folder {
public:
    scratch_folder() {
        const char* base = getenv("TMPDIR");
        path_ = std::string(base != nullptr ? base : "/tmp") + "/ndweave-compare-XXXXXX";
        if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot make a folder like " + path_);
    }
    ~scratch_folder() {
        for (const char* name : {"/r.json", "/r.jsonl", "/r.jsonl.previous"}) unlink((path_ + name).c_str());
        rmdir(path_.c_str());
    }
    std::string results() const { return path_ + "/r.json"; }

private:
    std::string path_;
};

std::vector<json> run_once(const std::string& binary, const interleave_options& options, const scratch_folder& folder) {
    child_request request;
    request.command = {binary, "run"};
    request.command.insert(request.command.end(), options.arguments.begin(), options.arguments.end());
    request.command.insert(request.command.end(), {"--json", folder.results()});
    request.timeout = options.timeout;
    unlink(folder.results().c_str());
    const child_result child = run_child(request);
    if (child.end != child_end::exited || access(folder.results().c_str(), F_OK) != 0) {
        throw std::runtime_error(binary + " gave no results: " + child.describe() + "\n" + child.messages);
    }
    return read_results(folder.results()).rows;
}

bool any(const std::vector<comparison>& all, verdict v) {
    return std::any_of(all.begin(), all.end(), [v](const comparison& c) { return c.found == v; });
}

/// Rounds in alternating order until nothing is unclear.
std::vector<comparison> rounds(const interleave_options& options, const std::string& title,
                               const std::function<void(const std::string&)>& progress) {
    const scratch_folder folder;
    std::vector<std::vector<json>> base, next;
    std::vector<comparison> result;
    for (int round = 0; round < options.most_rounds; ++round) {
        progress(title + ", round " + std::to_string(round + 1));
        const bool base_first = round % 2 == 0;
        if (base_first) base.push_back(run_once(options.base, options, folder));
        next.push_back(run_once(options.next, options, folder));
        if (!base_first) base.push_back(run_once(options.base, options, folder));
        if (round + 1 < options.rounds) continue;
        result = compare_rounds(base, next, options.threshold);
        if (!any(result, verdict::unclear)) break;
    }
    return result;
}

}  // namespace

std::vector<comparison> compare_interleaved(const interleave_options& options,
                                            const std::function<void(const std::string&)>& progress) {
    std::vector<comparison> first = rounds(options, "measuring", progress);
    if (!any(first, verdict::slower)) return first;
    const std::vector<comparison> second = rounds(options, "confirming", progress);
    for (comparison& c : first) {
        if (c.found != verdict::slower) continue;
        const auto again = std::find_if(second.begin(), second.end(), [&](const auto& s) { return s.name == c.name; });
        if (again != second.end() && again->found == verdict::slower) {
            c.note = "confirmed by a second measurement";
        } else {
            c.found = again != second.end() && again->found == verdict::same ? verdict::same : verdict::unclear;
            c.note = "slower at first, not so when measured again";
        }
    }
    return first;
}

}  // namespace ndweave::harness
