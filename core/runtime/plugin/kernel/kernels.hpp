/// Kernels of one device: compiled, loaded and cached.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>

#include "runtime/device/device_impl.hpp"
#include "runtime/kernel/background/owned_request.hpp"
#include "runtime/kernel/captures/captured_pointers.hpp"
#include "runtime/kernel/kernel_compiler.hpp"
#include "runtime/plugin/handle.hpp"
#include "runtime/plugin/kernel/launched_kernels.hpp"

namespace ndweave::detail {

class plugin_device;

/// A kernel that the driver has loaded.
struct plugin_kernel {
    compiled_kernel compiled;  // its parameters; null for devices without code
    std::unique_ptr<distinct_launches> distinct;
    std::unique_ptr<module_handle> module;
    ndw_kernel* kernel = nullptr;
    ndw_kernel_info info{};
};

/// Kernels are identified by their content, not by their record's address: several shared objects of a program may
/// contain the same kernel, and another one may reuse the address of an unloaded one.
struct plugin_kernel_key {
    std::string hash;
    std::string name;
    const constant_set* constants;
    ndw_kernel_variant variant;

    bool operator==(const plugin_kernel_key&) const = default;
};

/// A kernel on its way: compiled, then loaded, each once.
struct plugin_kernel_slot {
    std::mutex building;
    std::atomic<bool> is_compiled = false, is_loaded = false, is_launched = false;
    plugin_kernel kernel;
};

/// Thread-safe. A kernel is built once; concurrent requests wait for that kernel only. The result is also stored in the
/// kernel's record, where later launches find it without a lock.
class plugin_kernels {
public:
    explicit plugin_kernels(plugin_device& device);

    /// The kernel for a launch with this work-group; `flat`: for a grid flattened to one row of groups. Throws
    /// errc::kernel_not_supported for a kernel that this device cannot run or that was compiled without the extraction
    /// plugin, and errc::build with the log if the driver rejects it.
    const plugin_kernel& get(const launch&, const std::uint32_t (&local_range)[3], bool flat);

    /// Of the kernel as it is for work-groups of the size that core prefers, in a row.
    kernel_facts facts_of(kernel_record&);

    /// Loads what earlier runs of the program launched, so that no launch waits for it, up to what fails, which is left
    /// to its launch. Pre: the device is open.
    void preload() noexcept;

private:
    struct key_hash {
        std::size_t operator()(const plugin_kernel_key&) const;
    };
    void preload(const launched_kernel&);
    void make_ahead(const owned_request&);
    plugin_kernel_slot& find(kernel_record&, const ndw_kernel_variant&);
    plugin_kernel_slot& find(const plugin_kernel_key&);
    void compile(plugin_kernel_slot&, const kernel_record&, const ndw_kernel_variant&);
    void compile_next(const kernel_record&, const ndw_kernel_variant&);
    void load(plugin_kernel_slot&, const kernel_record&, const ndw_kernel_variant&);
    void note_launch(plugin_kernel_slot&, const kernel_record&, const ndw_kernel_variant&);

    plugin_device& device_;
    const std::uint64_t number_;  // unique, unlike the address of this object
    launched_kernels launched_;
    /// What launches did not meet so far: those of other kernels will most likely not, either.
    std::atomic<bool> are_unaligned_ = false, lead_together_ = false;
    std::shared_mutex mutex_;  // of slots_; never held while building
    std::unordered_map<plugin_kernel_key, std::unique_ptr<plugin_kernel_slot>, key_hash> slots_;
};

}  // namespace ndweave::detail
