#include "cpu/host_info.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "cpu/tuning.hpp"

namespace ndweave::detail {
namespace {

/// The value of the first line `key : value` of a text file of /proc; empty if there is none.
std::string proc_value(const char* file, const std::string& key) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        const std::size_t colon = line.find(':');
        if (line.compare(0, key.size(), key) != 0 || colon == std::string::npos) continue;
        const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
        return begin == std::string::npos ? "" : line.substr(begin);
    }
    return "";
}

std::uint64_t sysconf_or(int name, std::uint64_t fallback) {
    const long value = sysconf(name);
    return value > 0 ? static_cast<std::uint64_t>(value) : fallback;
}

}  // namespace

std::string host_name() {
    std::string name = proc_value("/proc/cpuinfo", "model name");
    return name.empty() ? "cpu" : name;
}

std::string host_vendor() {
    std::string vendor = proc_value("/proc/cpuinfo", "vendor_id");
    return vendor.empty() ? "unknown" : vendor;
}

std::uint64_t private_cache_bytes() {
    static const std::uint64_t bytes = sysconf_or(_SC_LEVEL2_CACHE_SIZE, tuning::default_private_cache_bytes);
    return bytes;
}

std::uint64_t llc_bytes() {
    static const std::uint64_t bytes = [] {
        std::uint64_t kib = 0;  // "32768K"
        std::ifstream("/sys/devices/system/cpu/cpu0/cache/index3/size") >> kib;
        return kib != 0 ? kib << 10 : sysconf_or(_SC_LEVEL3_CACHE_SIZE, tuning::default_llc_bytes);
    }();
    return bytes;
}

std::uint64_t effective_llc_bytes() {
    static const std::uint64_t processors = std::max<std::uint64_t>(sysconf_or(_SC_NPROCESSORS_ONLN, 1), 2);
    return std::min(llc_bytes(), tuning::max_llc_bytes_per_processor * processors);
}

std::uint64_t socket_llc_bytes() {
    static const std::uint64_t bytes =
        std::max(sysconf_or(_SC_LEVEL3_CACHE_SIZE, tuning::default_llc_bytes), llc_bytes());
    return bytes;
}

std::uint32_t cache_line_bytes() { return static_cast<std::uint32_t>(sysconf_or(_SC_LEVEL1_DCACHE_LINESIZE, 0)); }

std::uint32_t clock_mhz() {
    std::uint32_t khz = 0;
    std::ifstream("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq") >> khz;
    if (khz != 0) return khz / 1000;
    const std::string mhz = proc_value("/proc/cpuinfo", "cpu MHz");
    return mhz.empty() ? 0 : static_cast<std::uint32_t>(std::strtod(mhz.c_str(), nullptr));
}

std::uint64_t physical_memory_bytes() {
    return sysconf_or(_SC_PHYS_PAGES, 0) * sysconf_or(_SC_PAGESIZE, tuning::page_bytes);
}

std::uint64_t available_memory_bytes() {
    const std::string kib = proc_value("/proc/meminfo", "MemAvailable");
    return kib.empty() ? sysconf_or(_SC_AVPHYS_PAGES, 0) * sysconf_or(_SC_PAGESIZE, tuning::page_bytes)
                       : std::stoull(kib) * 1024;
}

bool has_several_numa_nodes() {
    static const bool several = [] {
        std::string nodes;  // "0", "0-3" or "0,2"
        std::getline(std::ifstream("/sys/devices/system/node/online"), nodes);
        return nodes.find_first_of("-,") != std::string::npos;
    }();
    return several;
}

}  // namespace ndweave::detail
