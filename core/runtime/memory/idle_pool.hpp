/// What is made when it is needed, used by one at a time, and kept for the next.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "runtime/plugin/driver_life.hpp"

namespace ndweave::detail {

/// Of one process each: a child's drivers do not know what its parent made. Never destroyed where it is of static
/// duration: copies may run while the process ends. Thread-safe; `mutex` is held for moments.
template <class Key, class T>
class idle_pool {
public:
    explicit idle_pool(std::mutex& mutex) : mutex_(mutex) {}

    /// Null if none is idle.
    std::unique_ptr<T> take(const Key& key) {
        const std::lock_guard lock(mutex_);
        auto& idle = idle_[{key, fork_count()}];
        if (idle.empty()) return nullptr;
        std::unique_ptr<T> last = std::move(idle.back());
        idle.pop_back();
        return last;
    }

    void give(const Key& key, std::unique_ptr<T> object) {
        const std::lock_guard lock(mutex_);
        idle_[{key, fork_count()}].push_back(std::move(object));
    }

private:
    std::mutex& mutex_;
    std::map<std::pair<Key, std::uint32_t>, std::vector<std::unique_ptr<T>>> idle_;
};

}  // namespace ndweave::detail
