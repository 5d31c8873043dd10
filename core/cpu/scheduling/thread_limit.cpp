#include "cpu/scheduling/thread_limit.hpp"

#include <algorithm>
#include <charconv>
#include <climits>
#include <cmath>
#include <fstream>
#include <string>

#include "runtime/environment/environment.hpp"

namespace ndweave::detail {
namespace {

namespace fs = std::filesystem;

/// Both in microseconds; a quota that is not positive means no limit.
unsigned processors(double quota, double period) {
    return quota > 0 && period > 0 ? static_cast<unsigned>(std::ceil(quota / period)) : UINT_MAX;
}

unsigned quota_of(const fs::path& group) {
    double quota = 0, period = 0;
    if (std::ifstream v2(group / "cpu.max"); v2 >> quota >> period) return processors(quota, period);  // or "max"
    std::ifstream(group / "cpu.cfs_quota_us") >> quota;                                                // or -1
    std::ifstream(group / "cpu.cfs_period_us") >> period;
    return processors(quota, period);
}

/// The smallest quota of a group and its ancestors.
unsigned min_quota(const fs::path& root, const fs::path& group) {
    unsigned min = quota_of(root);
    fs::path at = root;
    for (const fs::path& name : group.relative_path()) {
        at /= name;
        min = std::min(min, quota_of(at));
    }
    return min;
}

}  // namespace

unsigned quota_of_control_groups(const fs::path& self, const fs::path& root) {
    std::ifstream in(self);
    unsigned min = UINT_MAX;
    for (std::string line; std::getline(in, line);) {  // hierarchy:controllers:/group
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = ',' + line.substr(first + 1, second - first - 1) + ',';
        const fs::path group = line.substr(second + 1);
        if (controllers == ",,") min = std::min(min, min_quota(root, group));
        if (controllers.find(",cpu,") != std::string::npos) min = std::min(min, min_quota(root / "cpu", group));
    }
    return min;
}

unsigned thread_limit() {
    static const unsigned limit = [] {
        const std::string value = environment_value("NDWEAVE_CPU_THREADS");
        unsigned threads = 0;
        std::from_chars(value.data(), value.data() + value.size(), threads);
        if (threads > 0) return threads;
        return quota_of_control_groups("/proc/self/cgroup", "/sys/fs/cgroup");
    }();
    return limit;
}

}  // namespace ndweave::detail
