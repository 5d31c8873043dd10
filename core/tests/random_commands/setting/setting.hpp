/// What random commands find: devices, queues, arrays and host threads.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "memory.hpp"
#include "random_source.hpp"

namespace ndweave::testing {

/// What a device can do.
struct device_setting {
    std::string name;
    bool is_cpu = false;  // of ndweave: its kernels reach what the host reaches
    bool computes = true;
    bool shared = true, host = true;  // has such allocations
    bool profiling = true;
};

struct queue_setting {
    std::size_t device;
    bool profiling, asynchronous;
};

inline constexpr std::size_t action_kinds = 12;

struct setting {
    std::vector<device_setting> devices;
    bool barriers = true;                       // whether kernels may have some
    std::array<unsigned, action_kinds> shares;  // how often commands are of each kind (actions.cpp): some have no share
    std::size_t threads = 1;
    unsigned strange_arrays = 0;  // percent of uses: arrays that are mostly another thread's
    std::vector<queue_setting> queues;
    std::vector<array_setting> arrays;

    const device_setting& device_of_queue(std::size_t queue) const { return devices[queues[queue].device]; }
    /// Whether kernels and fills of the device may touch the array; copies touch all.
    bool reaches(std::size_t device, const array_setting&) const;
};

/// Every device has a queue or none; one with a queue has an array at least.
setting draw_setting(random_source&, std::vector<device_setting> devices, bool barriers);

/// A few lines.
std::string text_of(const setting&);

}  // namespace ndweave::testing
