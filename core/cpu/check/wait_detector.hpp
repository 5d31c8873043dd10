/// Detects work-items that wait for each other in check mode. There they run one after the other, so a waiting one
/// never sees what another would write, and polls the same memory without end.
#pragma once

#include <cstdint>
#include <unordered_map>

namespace ndweave::detail {

class wait_detector {
public:
    /// Memory has changed, or a work-group has started.
    void progress() {
        if (!seen_.empty()) reset();
    }

    /// A work-item reads memory that others may change, atomically or as volatile. Whether it has read only known,
    /// unchanged values for so long that it is taken to wait.
    bool is_stuck(std::uint32_t item, std::uintptr_t address, std::uint64_t value);

private:
    void reset();

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
    std::uint64_t repeats_ = 0;  // consecutive reads of known values
};

}  // namespace ndweave::detail
