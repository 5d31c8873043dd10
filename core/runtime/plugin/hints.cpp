#include "runtime/plugin/device.hpp"
#include "runtime/plugin/error.hpp"
#include "runtime/plugin/queue.hpp"

namespace ndweave::detail {
void plugin_queue::prefetch(const void* memory, std::size_t bytes) {
    if (!plugin_.memory_prefetch) return;
    const auto lock = hold();
    check_plugin(plugin_, plugin_.memory_prefetch(queue_.get(), memory, bytes),
                 [&] { return "cannot prefetch " + device_->bytes_text(bytes); });
}

void plugin_queue::advise(const void* memory, std::size_t bytes, int advice) {
    if (!plugin_.memory_advise) return;
    const auto lock = hold();
    check_plugin(plugin_, plugin_.memory_advise(queue_.get(), memory, bytes, advice), [&] {
        return "cannot give advice " + std::to_string(advice) + " about " + device_->bytes_text(bytes);
    });
}

}  // namespace ndweave::detail
