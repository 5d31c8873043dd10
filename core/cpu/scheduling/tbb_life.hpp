/// Whether oneTBB can be used.
#pragma once

#include <atomic>

namespace ndweave::detail {

/// The child of a fork has none of TBB's threads, and TBB does not create new ones. TBB's own locks may also have been
/// held at the fork. Such a child therefore does not use TBB, if its parent did.
class tbb_life {
public:
    static bool is_lost() { return is_lost_.load(std::memory_order_relaxed); }
    /// Call before TBB's threads are used.
    static void note_use() {
        if (!is_used_.load(std::memory_order_relaxed)) is_used_.store(true, std::memory_order_relaxed);
    }
    /// In the child of a fork.
    static void lose();

private:
    static std::atomic<bool> is_used_, is_lost_;
};

}  // namespace ndweave::detail
