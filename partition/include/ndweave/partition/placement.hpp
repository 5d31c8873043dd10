/// What a rank takes of its machine: a device, or its part of the processors.
#pragma once

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <ndweave/device.hpp>
#include <ndweave/exception.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "ndweave/partition/communicator.hpp"

namespace ndweave::partition {

namespace detail {

inline int devices_of(const std::string& backend) {
    int count = 0;
    try {
        for (;; ++count) device(backend + ":" + std::to_string(count));
    } catch (const exception&) {
        if (count == 0) throw;
    }
    return count;
}

inline int topology_of(int processor, const char* what) {
    std::ifstream file("/sys/devices/system/cpu/cpu" + std::to_string(processor) + "/topology/" + what);
    int number = 0;
    return file >> number ? number : 0;
}

/// Processors of a set, those of one core side by side, and so the cores of one package.
inline std::vector<int> by_place(const cpu_set_t& set) {
    std::vector<std::tuple<int, int, int>> places;
    for (int p = 0; p < CPU_SETSIZE; ++p) {
        if (CPU_ISSET(p, &set))
            places.emplace_back(topology_of(p, "physical_package_id"), topology_of(p, "core_id"), p);
    }
    std::ranges::sort(places);
    std::vector<int> processors;
    for (const auto& place : places) processors.push_back(std::get<2>(place));
    return processors;
}

/// Where a rank may run.
struct allowed_processors {
    char host[256];
    cpu_set_t set;
};

}  // namespace detail

/// The device of a rank: that one of the backend's which has the rank's number on its machine. Ranks share a device
/// only where `share` allows it: else more ranks on a machine than it has devices are an error (errc::invalid) on all
/// of them. "cpu" stands for the processors of the rank, see take_processors.
inline device device_of(const communicator& world, const std::string& backend, bool share = false) {
    if (backend == "cpu") return device(backend);
    const int count = detail::devices_of(backend);
    if (world.node_size() > count && !share) {
        throw exception(
            errc::invalid,
            std::to_string(world.node_size()) + " ranks on a machine with " + std::to_string(count) + " device" +
                (count == 1 ? "" : "s") + " of " + backend +
                ": start at most as many ranks on it, or let ranks share a device (harness: --share-devices)");
    }
    return device(backend + ":" + std::to_string(world.node_rank() % count));
}

/// Keeps this process to its part of the processors that it may run on, where the launcher has not bound the ranks of
/// this machine: equal parts, each of neighbouring cores. No effect where a machine has more ranks than processors.
/// All ranks call it, before their first kernel. Returns the number of processors that the process may run on.
inline int take_processors(communicator& world) {
    detail::allowed_processors mine{};
    if (sched_getaffinity(0, sizeof mine.set, &mine.set) != 0) return 0;
    if (gethostname(mine.host, sizeof mine.host - 1) != 0) mine.host[0] = 0;
    std::vector<detail::allowed_processors> all(static_cast<std::size_t>(world.size()));
    world.all_gather(&mine, all.data(), sizeof mine);
    const bool unbound = std::ranges::all_of(all, [&](const detail::allowed_processors& other) {
        return std::string(other.host) != mine.host || CPU_EQUAL(&other.set, &mine.set);
    });
    const std::vector<int> processors = detail::by_place(mine.set);
    const auto count = processors.size(), ranks = static_cast<std::size_t>(world.node_size()),
               rank = static_cast<std::size_t>(world.node_rank());
    if (!unbound || ranks == 1 || ranks > count) return static_cast<int>(count);
    cpu_set_t part;
    CPU_ZERO(&part);
    for (std::size_t i = rank * count / ranks; i < (rank + 1) * count / ranks; ++i) CPU_SET(processors[i], &part);
    sched_setaffinity(0, sizeof part, &part);
    return CPU_COUNT(&part);
}

}  // namespace ndweave::partition
