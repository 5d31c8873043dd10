#include "runtime/plugin/device.hpp"
#include "runtime/plugin/error.hpp"
#include "runtime/plugin/queue.hpp"

namespace ndweave::detail {
namespace {

std::string bytes_on(std::size_t bytes, const plugin_device& device) {
    return std::to_string(bytes) + " bytes on " + device.limits().name;
}

}  // namespace

void plugin_queue::prefetch(const void* memory, std::size_t bytes) {
    if (!plugin_.memory_prefetch) return;
    const auto lock = hold();
    check_plugin(plugin_, plugin_.memory_prefetch(queue_.get(), memory, bytes),
                 [&] { return "cannot prefetch " + bytes_on(bytes, *device_); });
}

void plugin_queue::advise(const void* memory, std::size_t bytes, int advice) {
    if (!plugin_.memory_advise) return;
    const auto lock = hold();
    check_plugin(plugin_, plugin_.memory_advise(queue_.get(), memory, bytes, advice), [&] {
        return "cannot give advice " + std::to_string(advice) + " about " + bytes_on(bytes, *device_);
    });
}

}  // namespace ndweave::detail
