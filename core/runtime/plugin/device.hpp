/// A device behind the plugin ABI.
#pragma once

#include <memory>
#include <mutex>

#include "runtime/device/device_impl.hpp"
#include "runtime/plugin/clock.hpp"
#include "runtime/plugin/kernel/kernels.hpp"

namespace ndweave::detail {

/// The first allocation or queue opens the driver's device, so that listing devices is cheap. Thread-safe.
class plugin_device final : public device_impl, public std::enable_shared_from_this<plugin_device> {
public:
    /// `plugin` outlives the device. Throws what device_info reports.
    plugin_device(const ndw_plugin& plugin, std::uint32_t index);

    const device_limits& limits() const override { return limits_; }
    void* allocate(std::size_t bytes, std::size_t alignment, usm_kind) override;
    void deallocate(void* pointer, usm_kind) override;
    std::uint64_t free_memory() override;
    std::unique_ptr<queue_impl> make_queue(bool profiling) override;
    std::unique_ptr<device_graph> make_graph(const std::vector<recorded_command>&) override;
    bool copies_memory_of(const device_impl& other) const override;
    /// Whether queues of this device can wait for events of `other` on the device.
    bool can_wait_for(const plugin_device& other) const;
    std::optional<void*> native(native_kind) override;
    std::optional<native_location> native_memory(const void* pointer) override;
    bool can_access(const device_impl& peer, bool atomics) const override;
    void set_access(device_impl& peer, bool enable) override;

    /// For errors: "4 bytes on NVIDIA H200".
    std::string bytes_text(std::size_t bytes) const { return std::to_string(bytes) + " bytes on " + limits_.name; }

    const ndw_plugin& plugin() const { return plugin_; }
    const ndw_device_info& info() const { return info_; }
    plugin_clock& clock() { return clock_; }
    plugin_kernels& kernels() { return kernels_; }
    /// The open device. Throws errc::platform or errc::runtime when the driver refuses; a later call tries again.
    /// Throws as require_drivers.
    const std::shared_ptr<device_handle>& open();

private:
    const ndw_plugin& plugin_;
    const std::uint32_t index_;
    const std::uint32_t made_in_ = fork_count();
    ndw_device_info info_{};
    device_limits limits_;
    std::mutex open_mutex_;
    std::shared_ptr<device_handle> open_;
    plugin_clock clock_;
    plugin_kernels kernels_;  // destroyed before the open device
};

}  // namespace ndweave::detail
