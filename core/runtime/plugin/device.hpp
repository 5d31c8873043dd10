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
    kernel_facts facts_of(kernel_record& kernel) override { return kernels_.facts_of(kernel); }
    std::optional<ext::ipc_memory::handle> ipc_handle(void* pointer) override;
    void* open_ipc(const ext::ipc_memory::handle&) override;
    void close_ipc(void* pointer) override;
    bool has_ipc() const override { return plugin_.memory_ipc_handle != nullptr; }
    bool can_access(const device_impl& peer, bool atomics) const override;
    void set_access(device_impl& peer, bool enable) override;
    bool pin(void* memory, std::size_t bytes) override;
    void unpin(void* memory) noexcept override;
    std::optional<exported_memory> export_memory(std::size_t bytes) override;
    void* import_memory(int descriptor, std::size_t bytes) override;

    /// Whether the driver copies this memory by way of buffers of its own.
    bool is_pageable(const void* memory);
    /// A staged copy of so many bytes holds the lock. Not locked: the driver's own path is better, since another copy
    /// is under way or the blocks would not pay off yet.
    std::unique_lock<std::mutex> staging_turn(std::size_t bytes);
    /// There was no memory for the blocks: tries again after as many bytes as at first.
    void postpone_staging() { bytes_before_staging_ = 0; }

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
    std::mutex staging_mutex_;
    std::uint64_t bytes_before_staging_ = 0;  // that could have been staged; `staging_mutex_` guards it
    plugin_clock clock_;
    plugin_kernels kernels_;  // destroyed before the open device
};

}  // namespace ndweave::detail
