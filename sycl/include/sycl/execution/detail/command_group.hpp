/// What the accessors of a command group need: memory before the group's action, and order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "ndweave/queue.hpp"
#include "sycl/memory/detail/buffer_storage.hpp"

namespace sycl::detail {

/// Placeholder accessors have such a number in place of their address until a command group requires them. No address
/// has these upper bits, and the others check each other: what is left of a mark in the padding of a kernel, partly
/// overwritten, is none.
class NDWEAVE_EXPORT placeholder_mark {
public:
    static bool is_mark(std::uint64_t bits) { return bits == of(static_cast<std::uint32_t>(bits)); }
    static std::uint64_t next();
    /// Whether there was ever one: kernels need not be searched for them otherwise.
    static bool any();

private:
    static constexpr std::uint64_t upper = 0x5ac1;
    static constexpr std::uint64_t of(std::uint32_t number) {
        return upper << 48 | std::uint64_t(number * 0x9e37'79b1u >> 16) << 32 | number;
    }
};

/// Of one queue::submit. Accessors get their addresses at once; the group's function having ended, the buffers are
/// locked, filled and ordered, the action is submitted, and its event is stored with each buffer.
class NDWEAVE_EXPORT command_group {
public:
    explicit command_group(ndweave::queue& q) : queue_(q) {}
    ~command_group();
    command_group(const command_group&) = delete;
    command_group& operator=(const command_group&) = delete;

    /// The group's action uses the buffer. Returns where its contents will be.
    void* require(buffer_storage&, bool on_host, buffer_use);
    /// The placeholder's address in this group.
    void bind(std::uint64_t mark, const void* address);
    /// Puts addresses in the place of placeholders in a kernel's bytes. Throws errc::kernel_argument for one that the
    /// group does not require.
    void patch(void* kernel, std::size_t bytes) const;

    /// In place of an action that core has: `commands` submits what it wants, behind what the group waits for.
    void act(std::function<void(ndweave::queue&)> commands);

    /// The group has a stream, which the host prints behind its kernel.
    void note_stream() { has_stream_ = true; }
    bool has_stream() const { return has_stream_; }

    /// The group's function has ended.
    void begin(ndweave::handler&);
    /// The action is submitted; its event, with what `act` added.
    ndweave::event end(ndweave::event done);

    ndweave::queue& queue() { return queue_; }

private:
    struct requirement {
        std::shared_ptr<buffer_storage> storage;
        bool on_host;
        buffer_use use;
    };

    ndweave::queue& queue_;
    std::vector<requirement> requirements_;
    std::vector<std::pair<std::uint64_t, const void*>> bound_;
    std::vector<std::function<void(ndweave::queue&)>> commands_;
    std::size_t locked_ = 0;  // of the requirements
    bool has_stream_ = false;
};

}  // namespace sycl::detail
