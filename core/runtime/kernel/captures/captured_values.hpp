/// Captured numbers that stay the same from launch to launch, and the code that has them as constants.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compiler/abi.h"
#include "runtime/device/device_tuning.hpp"
#include "runtime/kernel/kernel_compiler.hpp"

namespace ndweave::detail {

template <class T>
std::uint64_t number_at(const char* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

/// Bytes of a functor, at most 8, as a number.
inline std::uint64_t captured_number(const void* functor, ndw_functor_bytes at) {
    const char* const from = static_cast<const char*>(functor) + at.offset;
    switch (at.bytes) {
        case 1:
            return number_at<std::uint8_t>(from);
        case 2:
            return number_at<std::uint16_t>(from);
        case 4:
            return number_at<std::uint32_t>(from);
        case 8:
            return number_at<std::uint64_t>(from);
        default:
            break;
    }
    std::uint64_t value = 0;
    std::memcpy(&value, from, at.bytes);
    return value;
}

struct captured_value {
    ndw_functor_bytes at;
    std::uint64_t value;
};

/// Code of a kernel for launches with these captures.
struct constant_code {
    std::vector<captured_value> values;
    compiled_kernel compiled;

    bool is_for(const void* functor) const {
        for (const captured_value& v : values) {
            if (captured_number(functor, v.at) != v.value) return false;
        }
        return true;
    }
    /// "4 bytes at 16: 42, 1 byte at 20: 1"
    std::string text() const;

    /// True once: whoever gets it reports the code to the kernel log.
    bool is_new() const { return !used_.load(std::memory_order_relaxed) && !used_.exchange(true); }

private:
    mutable std::atomic<bool> used_ = false;
};

/// Of one plan, as long as the process. Thread-safe. What is counted is counted without locks, and may lose a launch of
/// several that run at once: then code is made a little later. Which code a launch runs is decided by its functor
/// alone.
///
/// A launch costs an addition until its kernel has run for long enough; only then its captures are compared, at some
/// launches.
class captured_values {
public:
    /// `worth_ns`: what launches must have taken before code is made.
    captured_values(std::span<const ndw_functor_bytes> deciding, double worth_ns);
    captured_values(const captured_values&) = delete;
    ~captured_values();

    /// The code for a launch with this functor, or null: the ordinary one.
    const constant_code* find(const void* functor) const {
        for (const auto& place : codes_) {
            const constant_code* const code = place.load(std::memory_order_acquire);
            if (!code || code->is_for(functor)) return code;
        }
        return nullptr;
    }

    /// Counts a launch that runs the ordinary code, for about `ns`. Whether its captures should be looked at.
    bool count(double ns) {
        if (is_closed()) return false;
        const double spent = ns_.load(std::memory_order_relaxed) + ns;
        ns_.store(spent, std::memory_order_relaxed);
        return spent >= worth_ns_;
    }
    /// Whether there will be no more code, or not before add().
    bool is_closed() const { return closed_.load(std::memory_order_relaxed); }

    /// Compares the captures with those of the launches that were looked at before. Those to make code for: which were
    /// the same in the last `launches`. If none is after some more, launches are counted anew.
    std::vector<captured_value> look(const void* functor, std::uint32_t launches);

    /// Pre: look() has named captures, once for each call. Null: there can be no code.
    void add(std::unique_ptr<const constant_code> code);

private:
    void count_anew();

    struct watched {
        ndw_functor_bytes at{};
        std::atomic<std::uint64_t> last = 0;
        std::atomic<std::uint32_t> same = 0;  // launches in a row, this one too
    };

    std::vector<watched> watched_;
    const double worth_ns_;
    std::atomic<double> ns_ = 0;
    std::atomic<std::uint32_t> looked_ = 0;
    std::atomic<bool> closed_ = false;  // code is being made, or no more will be
    std::array<std::atomic<const constant_code*>, device_tuning::max_constant_codes> codes_{};
};

}  // namespace ndweave::detail
