#include "opencl/memory/allocations.hpp"

#include <mutex>

namespace ndweave::opencl {

void allocations::insert(const allocation& a) {
    const std::lock_guard lock(mutex_);
    by_begin_[a.begin] = a;
    ++generation_;
}

std::optional<allocation> allocations::take(const void* begin) {
    const std::lock_guard lock(mutex_);
    const auto node = by_begin_.extract(reinterpret_cast<std::uintptr_t>(begin));
    if (!node) return std::nullopt;
    ++generation_;
    ++frees_;
    return node.mapped();
}

std::optional<location> allocations::find(const void* address, std::uint64_t bytes_behind) const {
    const auto a = reinterpret_cast<std::uintptr_t>(address);
    const std::shared_lock lock(mutex_);
    auto after = by_begin_.upper_bound(a);
    if (after == by_begin_.begin()) return std::nullopt;
    const allocation& candidate = (--after)->second;
    if (a - candidate.begin >= candidate.bytes + bytes_behind) return std::nullopt;
    return location{candidate, a - candidate.begin};
}

std::optional<std::vector<void*>> allocations::svm_since(std::uint64_t& generation, const lock&) const {
    if (generation == generation_) return std::nullopt;
    generation = generation_;
    std::vector<void*> all;
    all.reserve(by_begin_.size());
    for (const auto& [begin, a] : by_begin_) {
        if (a.svm) all.push_back(a.svm);
    }
    return all;
}

}  // namespace ndweave::opencl
