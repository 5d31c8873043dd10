#include "machine/other_work.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <string>

namespace ndweave::harness {

namespace {

cpu_set_t usable() {
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof set, &set);
    return set;
}

std::optional<double> busy_now() {
    std::ifstream file("/proc/stat");
    return busy_seconds(file, usable(), sysconf(_SC_CLK_TCK));
}

double seconds_of(const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); }

/// Of this process and the children that have ended.
double own_seconds() {
    double sum = 0;
    for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage used{};
        getrusage(who, &used);
        sum += seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
    }
    return sum;
}

/// 12 of "cpu12"; nothing of other words.
std::optional<std::size_t> processor_of(const std::string& word) {
    std::size_t number = 0;
    if (!word.starts_with("cpu")) return std::nullopt;
    const auto [end, error] = std::from_chars(word.data() + 3, word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return number;
}

}  // namespace

std::optional<double> busy_seconds(std::istream& proc_stat, const cpu_set_t& processors, long ticks) {
    std::optional<double> sum;
    for (std::string line; std::getline(proc_stat, line);) {
        std::istringstream words(line);
        std::string name;
        double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft = 0, stolen = 0;
        words >> name;
        const auto number = processor_of(name);
        if (!number || *number >= CPU_SETSIZE || !CPU_ISSET(*number, &processors)) continue;
        words >> user >> nice >> system >> idle >> waiting >> interrupts >> soft >> stolen;
        sum = sum.value_or(0) + (user + nice + system + interrupts + soft + stolen) / static_cast<double>(ticks);
    }
    return sum;
}

other_work::other_work() : busy_(busy_now()), own_(own_seconds()) {}

std::optional<double> other_work::share() const {
    const std::optional<double> busy = busy_now();
    if (!busy || !busy_) return std::nullopt;
    const cpu_set_t set = usable();
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
    const double others = *busy - *busy_ - (own_seconds() - own_);
    return std::clamp(others / (passed.count() * CPU_COUNT(&set)), 0.0, 1.0);
}

}  // namespace ndweave::harness
