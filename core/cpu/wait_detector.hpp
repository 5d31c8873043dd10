/// Work-items that wait for each other, found in check mode. There they run one after the other: what another one would
/// write, a waiting one never sees, and looks at the same memory for ever.
#pragma once

#include <cstdint>
#include <unordered_map>

namespace ndweave::detail {

class wait_detector {
public:
    /// Memory has changed, or a work-group has begun.
    void progress() {
        if (!seen_.empty()) forget();
    }

    /// A work-item looks at memory that others may change: atomically, or as volatile. Whether it has been seeing
    /// nothing but what it had seen before, unchanged, for so long that it is taken to wait.
    bool look(std::uint32_t item, std::uintptr_t address, std::uint64_t value);

private:
    void forget();

    struct place {
        std::uintptr_t address;
        std::uint32_t item;
        bool operator==(const place&) const = default;
    };
    struct hash {
        std::size_t operator()(const place& p) const { return (p.address ^ p.item) * 0x9E3779B97F4A7C15u; }
    };

    std::unordered_map<place, std::uint64_t, hash> seen_;  // since the last progress
    place last_{};
    std::uint64_t last_value_ = 0;
    std::uint64_t repeated_ = 0;  // looks, in a row, at what had been seen
};

}  // namespace ndweave::detail
