/// A queue whose commands and waits profilers hear of.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "runtime/trace/tools.hpp"
#include "runtime/trace/wrapped_queue.hpp"

namespace ndweave::detail {

/// A queue for `device`, which stands in the timeline where there is one, and of which tools hear where there are some.
std::unique_ptr<queue_impl> make_watched_queue(device_impl& device, bool profiling);

/// A command begins when it is submitted, once its kernel is compiled. It ends when that is submitted, or done, as its
/// tools want it.
class tool_queue final : public wrapped_queue {
public:
    /// `device` is the device's number in its backend.
    tool_queue(std::unique_ptr<queue_impl> made, const device_limits& limits, std::uint32_t device);
    ~tool_queue() override;

    void launch(const detail::launch&) override;
    void copy(void* to, const void* from, std::size_t bytes) override;
    void fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) override;
    void wait() override;
    void run_graph(function_ref<void(queue_impl&)> function) override;
    void adopt_thread() override;

private:
    void run(const tool_list&, const tool_event&, function_ref<void()> submit);

    const std::string name_;
    const std::uint32_t number_;  // Kokkos'
};

}  // namespace ndweave::detail
