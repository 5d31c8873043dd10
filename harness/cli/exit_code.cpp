#include "cli/exit_code.hpp"

#include <algorithm>

namespace ndweave::harness {

exit_code exit_code_of(const std::vector<json>& rows) {
    const auto any = [&](std::initializer_list<const char*> statuses) {
        for (const json& row : rows) {
            for (const char* status : statuses) {
                if (row.value("status", "") == status) return true;
            }
        }
        return false;
    };
    if (any({"invalid"})) return exit_invalid;
    if (any({"crashed", "timeout", "error"})) return exit_crashed;
    if (any({"unavailable"}) || rows.empty()) return exit_unavailable;
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
