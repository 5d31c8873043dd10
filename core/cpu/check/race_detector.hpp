/// Data races between the work-items of a launch, found from the earlier accesses to each byte.
///
/// Two accesses race if they are by different work-items, at least one writes, not both are atomic, and nothing orders
/// them: no barrier of their group (SYCL 2020, 3.8.3), no barrier of their sub-group, and no release (atomic operation
/// or fence) of one before an acquire of the other. Only the latter orders work-items of different groups. The detector
/// records the last accesses to each byte, as FastTrack does (Flanagan & Freund, PLDI 2009). FastTrack keeps a vector
/// clock per thread; here work-items run serially, so counters of barriers suffice. Releases are not distinguished by
/// the addresses of their atomic operations.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cpu/check/shadow_memory.hpp"

namespace ndweave::detail {

/// A work-item of a launch.
struct racing_item {
    std::uint64_t group;  // in the order in which they ran
    std::uint32_t item;   // linear id in the group
};

struct race {
    racing_item earlier;
    bool earlier_writes;
    const char* earlier_place;  // source line, or null
    std::uintptr_t address;     // of the first byte that races
    bool same_group;
    std::uint64_t earlier_group_index[3];  // as passed to begin_group
};

class race_detector {
public:
    /// Sizes of a group and a sub-group in work-items.
    void begin_launch(std::uint32_t group_items, std::uint32_t sub_group_size);
    void begin_group(const std::uint64_t (&index)[3]);
    void barrier(std::uint32_t item, bool of_sub_group);
    void atomic_operation(std::uint32_t item, bool acquires, bool releases);
    /// A fence that acquires and releases.
    void fence(std::uint32_t item);

    struct access {
        std::uint32_t item;
        bool writes, atomic, local;
        const char* place;
    };
    enum class outcome { fine, race, uninitialised, out_of_memory };
    /// Checks and records an access to all of its bytes; local memory belongs to the running group. `uninitialised`: a
    /// read of local memory of which no byte was written in this group.
    outcome check(std::uintptr_t address, std::uint64_t bytes, const access& a);

    /// After outcome::race.
    const race& found_race() const { return found_; }

private:
    struct synchronisation {
        access_stamp stamp;
        std::uint64_t time;
    };
    struct group {
        std::uint64_t first_interval;
        std::uint64_t index[3];
    };

    /// The synchronisation operations that a work-item of the group has passed.
    struct progress {
        std::uint32_t barriers = 0;
        std::uint32_t sub_group_barriers = 0, releases = 0;  // since the last of these
        access_stamp fenced;                                 // its last fence, until an atomic operation follows
        bool operates = false;                               // atomically, since the last of these
    };

    access_stamp stamp_of(std::uint32_t item, bool atomic) const {
        const progress& p = items_[item];
        return access_stamp::make(group_first_ + p.barriers, item, p.sub_group_barriers, p.releases, atomic);
    }
    void release(access_stamp at);
    void acquire(access_stamp at);
    bool is_ordered(access_stamp before, access_stamp now, bool local) const;
    bool ordered_by_atomics(access_stamp before, access_stamp now) const;
    bool conflicts(const shadow_cell::record& before, access_stamp now, bool local) const;
    bool is_past(access_stamp before, bool local) const {
        return before.interval() < (local ? group_first_ : launch_first_);
    }
    bool check_fast(shadow_cell& cell, access_stamp now, const access& a);
    bool find_conflict(const shadow_cell& cell, access_stamp now, const access& a, std::uintptr_t address);
    void store(shadow_cell& cell, access_stamp now, const access& a);
    void store_in(std::array<shadow_cell::record, 2>& records, access_stamp now, const access& a);
    std::size_t group_of(std::uint64_t interval) const;
    std::uint32_t number_of(const char* place);
    const char* place_of(std::uint32_t number) const;

    shadow_memory shadow_;
    std::uint32_t sub_group_size_ = 1;
    std::uint64_t launch_first_ = 1, group_first_ = 1, next_interval_ = 1;
    std::vector<progress> items_;                       // of the group
    bool progressed_ = false;                           // any of them
    bool fenced_ = false, operated_ = false;            // any of them before its last barrier
    std::vector<group> groups_;                         // of the launch
    std::vector<synchronisation> releases_, acquires_;  // in the order of time; the latter of this group
    std::uint64_t time_ = 0;
    const char* first_place_ = nullptr;
    race found_{};
};

}  // namespace ndweave::detail
