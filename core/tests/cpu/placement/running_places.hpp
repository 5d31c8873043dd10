/// Where the threads of a launch run.
#pragma once

#include <sched.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "cpu/placement/affinity.hpp"
#include "cpu/strategies.hpp"

namespace ndweave::tests {

inline constexpr kernel_properties in_library_mode{.strategy = cpu_strategy::fiber};

/// Where the calling thread may run.
inline detail::processor_list own_processors() { return detail::affinity_mask::of_thread(0)->processors(); }

/// Of a sub-device, by its identifier.
inline detail::processor_list processors_of(const device& sub_device) {
    const std::string name = sub_device.identifier(), word = "cpu, processors ";
    return name.starts_with(word) ? detail::parse_processors(name.substr(word.size())) : detail::processor_list();
}

/// What the threads of a launch tell of themselves.
struct running_places {
    std::set<std::thread::id> threads;
    std::set<unsigned> on;                           // processors on which work-items ran
    std::set<detail::processor_list> may_run_on;     // by their masks
    std::set<detail::processor_list> of_others_may;  // the same of those that are not the caller

    void add_calling_thread(std::thread::id caller) {
        const std::thread::id me = std::this_thread::get_id();
        threads.insert(me);
        on.insert(static_cast<unsigned>(sched_getcpu()));
        may_run_on.insert(own_processors());
        if (me != caller) of_others_may.insert(own_processors());
    }
};

/// A launch of work-items by hundreds, in which each hundred takes some microseconds.
inline running_places places_of_launch(queue& q, std::size_t hundreds) {
    running_places places;
    std::mutex mutex;
    q.parallel_for(range<1>(hundreds * 100), in_library_mode,
                   [p = &places, m = &mutex, caller = std::this_thread::get_id()](id<1> i) {
                       if (i[0] % 100 != 0) return;
                       const std::lock_guard lock(*m);
                       p->add_calling_thread(caller);
                   });
    return places;
}

/// Launches until another thread than the caller has taken part; fails after some seconds.
inline running_places places_with_a_worker(queue& q) {
    for (int round = 0; round < 2000; ++round) {
        running_places places = places_of_launch(q, 500);
        if (!places.of_others_may.empty()) return places;
    }
    ADD_FAILURE() << "no worker has taken part in 2000 launches";
    return {};
}

inline bool all_within(const std::set<detail::processor_list>& lists, const detail::processor_list& whole) {
    return std::ranges::all_of(lists, [&](const auto& list) { return std::ranges::includes(whole, list); });
}

}  // namespace ndweave::tests
