#include "machine/host.hpp"

#include <sched.h>
#include <sys/utsname.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>

#include "ndweave_build.hpp"

namespace ndweave::harness {

namespace {

/// The first line of a small system file; empty where there is none.
std::string first_line(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

/// "key : value" files: the value of the first line with that key.
std::string value_of(const std::string& path, const std::string& key) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos || line.compare(0, key.size(), key) != 0) continue;
        if (line.find_first_not_of(" \t", key.size()) != colon) continue;
        const std::size_t start = line.find_first_not_of(" \t", colon + 1);
        return start == std::string::npos ? "" : line.substr(start);
    }
    return "";
}

/// Distinct (package, core) pairs of the processors that are online, and distinct packages.
std::pair<int, int> cores_and_sockets() {
    std::ifstream file("/proc/cpuinfo");
    std::set<std::pair<std::string, std::string>> cores;
    std::set<std::string> sockets;
    std::string socket;
    for (std::string line; std::getline(file, line);) {
        const std::string value = line.substr(line.find(':') + 1);
        if (line.starts_with("physical id")) sockets.insert(socket = value);
        if (line.starts_with("core id")) cores.emplace(socket, value);
    }
    return {static_cast<int>(cores.size()), static_cast<int>(sockets.size())};
}

int online_cpus() {
    std::ifstream file("/proc/cpuinfo");
    int count = 0;
    for (std::string line; std::getline(file, line);) count += line.starts_with("processor") ? 1 : 0;
    return count;
}

int usable_cpus() {
    cpu_set_t set;
    CPU_ZERO(&set);
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

json caches() {
    json list = json::array();
    for (int index = 0; index < 8; ++index) {
        const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
        const std::string size = first_line(folder + "size");
        if (size.empty()) break;
        list.push_back("L" + first_line(folder + "level") + " " + first_line(folder + "type") + " " + size);
    }
    return list;
}

}  // namespace

json hardware_facts() {
    const auto [cores, sockets] = cores_and_sockets();
    const bool virtual_machine = value_of("/proc/cpuinfo", "flags").find(" hypervisor") != std::string::npos;
    return {
        {"cpu", value_of("/proc/cpuinfo", "model name")},
        {"family_model_stepping", value_of("/proc/cpuinfo", "cpu family") + "/" + value_of("/proc/cpuinfo", "model") +
                                      "/" + value_of("/proc/cpuinfo", "stepping")},
        {"cpus", online_cpus()},
        {"cores", cores},
        {"sockets", sockets},
        {"numa_nodes", first_line("/sys/devices/system/node/online")},
        {"caches", caches()},
        {"virtual_machine", virtual_machine}};
}

json environment_facts() {
    utsname system{};
    uname(&system);
    return {{"kernel", std::string(system.sysname) + " " + system.release},
            {"microcode", value_of("/proc/cpuinfo", "microcode")},
            {"governor", first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")},
            {"turbo_off", first_line("/sys/devices/system/cpu/intel_pstate/no_turbo")},
            {"transparent_huge_pages", first_line("/sys/kernel/mm/transparent_hugepage/enabled")},
            {"address_randomisation", first_line("/proc/sys/kernel/randomize_va_space")},
            {"compiler", build::compiler},
            {"flags", build::flags},
            {"build_type", build::type},
            {"version", build::version}};
}

json moment_facts() {
    double load[3] = {0, 0, 0};
    getloadavg(load, 3);
    return {{"load", {load[0], load[1], load[2]}},
            {"mhz", value_of("/proc/cpuinfo", "cpu MHz")},
            {"memory_total", value_of("/proc/meminfo", "MemTotal")},
            {"memory_available", value_of("/proc/meminfo", "MemAvailable")},
            {"usable_cpus", usable_cpus()},
            {"cgroup_cpu_max", first_line("/sys/fs/cgroup/cpu.max")},
            {"cgroup_memory_max", first_line("/sys/fs/cgroup/memory.max")}};
}

json code_facts() { return {{"version", build::version}, {"commit", build::commit}, {"dirty", build::dirty}}; }

std::string fingerprint(const json& facts) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : facts.dump(-1, ' ', false, json::error_handler_t::replace)) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    }
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

}  // namespace ndweave::harness
