/// Commands with their arguments by value, to be submitted later.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

struct recorded_launch {
    detail::launch launch;                // its functor points to the copy below
    std::shared_ptr<const void> functor;  // copied bitwise, as to every device
};

struct recorded_copy {
    void* to;
    const void* from;
    std::size_t bytes;
};

struct recorded_fill {
    void* to;
    std::vector<unsigned char> pattern;
    std::size_t count;
};

struct recorded_hint {
    const void* memory;
    std::size_t bytes;
    std::optional<int> advice;  // none: a prefetch
};

/// Enough for any capture: a vector or a cache line.
inline constexpr std::size_t functor_alignment = 128;

recorded_launch record_launch(const launch&);

void submit(queue_impl&, const recorded_launch&);
void submit(queue_impl&, const recorded_copy&);
void submit(queue_impl&, const recorded_fill&);
void submit(queue_impl&, const recorded_hint&);
void submit(queue_impl&, const recorded_command&);

}  // namespace ndweave::detail
