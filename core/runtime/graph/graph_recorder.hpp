/// Replaces a device's queue while a graph records: stores commands and runs none.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "runtime/device/device_impl.hpp"
#include "runtime/graph/recorded_command.hpp"
#include "runtime/memory/scratch_memory.hpp"

namespace ndweave::detail {

/// The recorded commands, and the scratch memory of their reductions.
struct recording {
    std::vector<recorded_command> commands;
    std::vector<std::shared_ptr<scratch_memory>> scratch;
};

/// Thread-safe, for several queues at once.
class graph_recorder final : public queue_impl {
public:
    explicit graph_recorder(std::shared_ptr<device_impl> device) : device_(std::move(device)) {}

    void launch(const detail::launch& l) override { add(record_launch(l)); }
    void copy(void* to, const void* from, std::size_t bytes) override { add(recorded_copy{to, from, bytes}); }
    void fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) override;
    // These throw errc::invalid.
    void wait() override;
    std::shared_ptr<event_impl> record() override;
    void wait_for(const std::shared_ptr<event_impl>&) override;

    void append(const recording&);
    /// Owned by the graph; zeroed through `queue`.
    void* scratch(std::size_t bytes, queue_impl& queue);

    const std::shared_ptr<device_impl>& device() const { return device_; }
    recording snapshot() const;
    bool empty() const { return size() == 0; }
    std::size_t size() const;

private:
    void add(recorded_command);

    const std::shared_ptr<device_impl> device_;
    mutable std::mutex mutex_;
    recording recorded_;
};

}  // namespace ndweave::detail
