#include "measure/external.hpp"

#include "measure/make_record.hpp"
#include "system/child.hpp"

namespace ndweave::harness {

std::vector<std::string> split_command(const std::string& command) {
    std::vector<std::string> words;
    bool open = false;  // a word has begun
    char quote = 0;
    for (std::size_t i = 0; i < command.size(); ++i) {
        const char c = command[i];
        const bool space = c == ' ' || c == '\t' || c == '\n';
        if (quote == 0 && space) {
            open = false;
            continue;
        }
        if (!open) words.emplace_back();
        open = true;
        if (quote != 0 && c == quote) {
            quote = 0;
        } else if (quote == 0 && (c == '"' || c == '\'')) {
            quote = c;
        } else {
            if (c == '\\' && quote != '\'' && i + 1 < command.size()) ++i;
            words.back() += command[i];
        }
    }
    if (quote != 0) throw apps::usage_error("external command with an open quote: " + command);
    if (words.empty() || words[0].empty()) throw apps::usage_error("external command without a program");
    return words;
}

std::vector<record> measure_external(const measurement& m) {
    child_request request;
    request.command = split_command(m.command);
    request.timeout = m.timeout;
    const child_result child = run_child(request);
    if (child.end == child_end::timed_out) return {failed_record(m, status::timeout, child.describe())};
    if (child.end == child_end::not_started) {
        return {failed_record(m, status::unavailable, request.command[0] + ": " + child.describe())};
    }
    // Several upstream programs end with a status other than 0 when their check fails: the output says more.
    std::vector<record> rows;
    for (const apps::result& r : parse_upstream(m.app, child.output)) rows.push_back(measured_record(m, r));
    if (!child.good() && !rows.empty() && rows[0].outcome != status::invalid) rows.clear();
    if (!rows.empty()) return rows;
    const std::string seen = child.good() ? "its output holds no figure" : child.describe();
    return {failed_record(m, child.good() ? status::error : status::crashed, request.command[0] + ": " + seen)};
}

}  // namespace ndweave::harness
