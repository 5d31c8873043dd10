#include "cli/exit_code.hpp"

#include <algorithm>

namespace ndweave::harness {

exit_code exit_code_of(const std::vector<record>& rows) {
    const auto any = [&](status s) {
        return std::any_of(rows.begin(), rows.end(), [s](const record& row) { return row.outcome == s; });
    };
    if (any(status::invalid)) return exit_invalid;
    if (any(status::crashed) || any(status::timeout) || any(status::error)) return exit_crashed;
    if (any(status::unavailable) || rows.empty()) return exit_unavailable;
    return exit_ok;
}

exit_code exit_code_of(const std::vector<comparison>& all) {
    const auto any = [&](verdict v) {
        return std::any_of(all.begin(), all.end(), [v](const comparison& c) { return c.found == v; });
    };
    if (any(verdict::slower)) return exit_regression;
    if (any(verdict::broken)) return exit_invalid;
    const auto pair = [](const comparison& c) { return c.found != verdict::missing; };
    if (std::none_of(all.begin(), all.end(), pair)) return exit_usage;
    if (any(verdict::unclear) || any(verdict::missing)) return exit_unclear;
    return exit_ok;
}

}  // namespace ndweave::harness
