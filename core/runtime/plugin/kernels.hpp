/// Kernels of one device: compiled, loaded and kept.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>

#include "runtime/device_impl.hpp"
#include "runtime/kernel_compiler.hpp"
#include "runtime/plugin/handle.hpp"

namespace ndweave::detail {

class plugin_device;

/// A kernel that the driver has loaded.
struct plugin_kernel {
    compiled_kernel compiled;  // its parameters; null for devices that take no code
    std::unique_ptr<module_handle> module;
    ndw_kernel* kernel = nullptr;
    ndw_kernel_info info{};
};

/// What one compiled kernel is specialised for.
struct launch_shape {
    std::uint32_t local_range[3];
    std::uint32_t flags;  // ndw_compile_flag
    std::uint32_t sub_group_size;
    std::uint32_t pointer_alignment;  // that the code may assume of captured pointers

    bool operator==(const launch_shape&) const = default;
};

/// Kernels are told apart by their content, not by their record's address:
/// several shared objects of a program may hold the same one, and one that is unloaded leaves its address to another.
struct plugin_kernel_key {
    std::string hash;
    std::string name;
    launch_shape shape;

    bool operator==(const plugin_kernel_key&) const = default;
};

/// Thread-safe. A kernel is built once; whoever asks meanwhile waits, for that kernel only. What was found is
/// remembered in the kernel's record, where later launches find it without a lock.
class plugin_kernels {
public:
    explicit plugin_kernels(plugin_device& device);

    /// The kernel for a launch with this work-group; `flat`: for a grid whose groups come in one row. Throws
    /// errc::kernel_not_supported for a kernel that this device cannot run or that was compiled without the extraction
    /// plugin, and errc::build with the log where the driver refuses it.
    const plugin_kernel& get(const launch&, const std::uint32_t (&local_range)[3], bool flat);

private:
    struct key_hash {
        std::size_t operator()(const plugin_kernel_key&) const;
    };
    struct slot {
        std::mutex building;
        std::atomic<const plugin_kernel*> ready = nullptr;
        plugin_kernel kernel;
    };
    const plugin_kernel& get(const launch&, const launch_shape&);
    const plugin_kernel& find_or_build(const launch&, const launch_shape&);
    slot& find(const plugin_kernel_key&);
    plugin_kernel build(const launch&, const plugin_kernel_key&);

    plugin_device& device_;
    const std::uint64_t number_;  // of this object among all that there have been: addresses come again
    std::shared_mutex mutex_;     // of slots_; never held while building
    std::unordered_map<plugin_kernel_key, std::unique_ptr<slot>, key_hash> slots_;
};

}  // namespace ndweave::detail
