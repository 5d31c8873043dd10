/// A device's events that are not in use. To create and destroy one costs more than to record it, and each dependency
/// between queues takes one. An event may be recorded anew while work still waits for what it was: a wait is for the
/// state at its call (CUDA Driver API, cuStreamWaitEvent).
#pragma once

#include <map>
#include <mutex>
#include <vector>

#include "ndweave/plugin.h"

namespace ndweave::gpu {

class event_pool {
public:
    /// An idle event with these flags of the driver, or null.
    ndw_event* take(unsigned flags);
    /// False if there is no memory to keep it.
    bool give_back(ndw_event*) noexcept;
    /// Destroys the idle events. Pre: the device is current.
    void close();

private:
    std::mutex mutex_;
    std::map<unsigned, std::vector<ndw_event*>> idle_;  // by flags
};

}  // namespace ndweave::gpu
