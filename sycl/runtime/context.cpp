#include "sycl/execution/context.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

namespace sycl {
namespace {

/// What all of them have, in the first one's order.
template <class Info>
typename Info::return_type common(const std::vector<device>& devices) {
    typename Info::return_type found = devices.front().get_info<Info>();
    for (const device& one : devices) {
        const auto its = one.get_info<Info>();
        std::erase_if(found, [&](const auto& value) { return std::find(its.begin(), its.end(), value) == its.end(); });
    }
    return found;
}

std::vector<device> of_one_platform(const std::vector<device>& devices) {
    if (devices.empty())
        throw ndweave::exception(ndweave::errc::invalid, "a context without devices: give it one at least");
    for (const device& one : devices) {
        if (one.get_backend() != devices.front().get_backend())
            throw ndweave::exception(ndweave::errc::invalid,
                                     "a context for " + devices.front().identifier() + " and " + one.identifier() +
                                         ", which are of different platforms: make a context for each platform");
    }
    return devices;
}

/// Queues of sub-devices, which are made anew all the time, must not fill it.
constexpr std::size_t most_defaults = 64;

}  // namespace

context::context(const std::vector<device>& devices, const async_handler& handler, const property_list& properties)
    : state_(std::make_shared<const state>(state{of_one_platform(devices), handler, properties})) {}

context::context(const device& d, const async_handler& handler, const property_list& properties)
    : context(std::vector<device>{d}, handler, properties) {}

std::vector<device> context::get_devices() const { return state_->devices; }

context detail::context_parts::default_of(const device& d) {
    static std::mutex mutex;
    // Never destroyed: queues may be made by destructors of static objects.
    static auto& known = *new std::vector<context>;
    const std::lock_guard lock(mutex);
    for (const context& one : known) {
        if (one.state_->devices.front() == d) return one;
    }
    const context made(d);
    if (known.size() < most_defaults) known.push_back(made);
    return made;
}

#define SYCL_DETAIL_INFO(descriptor, ...)                                                                  \
    template <>                                                                                            \
    typename info::context::descriptor::return_type context::get_info<info::context::descriptor>() const { \
        return __VA_ARGS__;                                                                                \
    }
SYCL_DETAIL_INFO(platform, get_platform())
SYCL_DETAIL_INFO(devices, state_->devices)
SYCL_DETAIL_INFO(reference_count, static_cast<std::uint32_t>(state_.use_count()))
SYCL_DETAIL_INFO(atomic_memory_order_capabilities,
                 common<info::device::atomic_memory_order_capabilities>(state_->devices))
SYCL_DETAIL_INFO(atomic_fence_order_capabilities,
                 common<info::device::atomic_fence_order_capabilities>(state_->devices))
SYCL_DETAIL_INFO(atomic_memory_scope_capabilities,
                 common<info::device::atomic_memory_scope_capabilities>(state_->devices))
SYCL_DETAIL_INFO(atomic_fence_scope_capabilities,
                 common<info::device::atomic_fence_scope_capabilities>(state_->devices))
#undef SYCL_DETAIL_INFO

}  // namespace sycl
