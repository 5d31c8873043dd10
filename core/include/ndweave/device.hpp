/// SYCL 2020 device (4.6.4): a processor that runs kernels, and its properties.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "ndweave/exception.hpp"
#include "ndweave/range.hpp"

namespace ndweave {

namespace detail {
class device_impl;
struct device_access;
struct partition_request;
/// See device's constructor. Throws `refused` if the selector rejects all devices.
template <class Device, class Selector>
Device select(const std::vector<Device>& devices, const Selector&, errc refused = errc::runtime);
}  // namespace detail

class device;

// Selectors of SYCL 2020 (4.6.1.1).
/// Selects the default device.
struct default_selector {
    int operator()(const device&) const;
};
struct cpu_selector {
    int operator()(const device&) const;
};
struct gpu_selector {
    int operator()(const device&) const;
};

namespace info {

/// How a device can be divided into sub-devices (SYCL 2020, 4.6.4.4).
enum class partition_property { no_partition, partition_equally, partition_by_counts, partition_by_affinity_domain };

/// What the compute units of a sub-device share.
enum class partition_affinity_domain {
    not_applicable,
    numa,
    L4_cache,
    L3_cache,
    L2_cache,
    L1_cache,
    next_partitionable
};

}  // namespace info

namespace info::device {

// Descriptors (SYCL 2020, 4.6.4.4): tag types that name their result. Sizes in bytes.
struct name {
    using return_type = std::string;
};
struct vendor {
    using return_type = std::string;
};
/// Of the CPU: the kernel compiler's LLVM and the processor it compiles for, or "no kernel compiler".
struct driver_version {
    using return_type = std::string;
};
struct max_compute_units {
    using return_type = std::uint32_t;
};
struct max_work_group_size {
    using return_type = std::size_t;
};
template <int D = 3>
struct max_work_item_sizes {
    using return_type = range<D>;
};
struct local_mem_size {
    using return_type = std::uint64_t;
};
struct global_mem_size {
    using return_type = std::uint64_t;
};
struct max_mem_alloc_size {
    using return_type = std::uint64_t;
};
struct sub_group_sizes {
    using return_type = std::vector<std::size_t>;
};
/// MHz; 0 where the driver does not say.
struct max_clock_frequency {
    using return_type = std::uint32_t;
};
/// The last cache before memory and its lines; 0 where the driver does not say.
struct global_mem_cache_size {
    using return_type = std::uint64_t;
};
struct global_mem_cache_line_size {
    using return_type = std::uint32_t;
};
struct error_correction_support {
    using return_type = bool;
};
/// The most work-groups of a launch.
struct max_work_groups {
    using return_type = range<3>;
};
/// Now; 0 where the driver does not say.
struct free_memory {
    using return_type = std::uint64_t;
};
/// MHz, and bits; 0 where the driver does not say.
struct memory_clock_rate {
    using return_type = std::uint32_t;
};
struct memory_bus_width {
    using return_type = std::uint32_t;
};
/// What kernels are compiled for, as in "sm_90" or "gfx90a"; empty where it has no such name.
struct architecture {
    using return_type = std::string;
};
/// The PCI address, as in "0000:3b:00.0"; empty where there is none.
struct location {
    using return_type = std::string;
};
/// The most sub-devices that a division can have; 0 of devices that cannot be divided.
struct partition_max_sub_devices {
    using return_type = std::uint32_t;
};
/// Empty of devices that cannot be divided into two: all but the CPU, and a CPU of one compute unit.
struct partition_properties {
    using return_type = std::vector<partition_property>;
};
/// `numa` and `next_partitionable` of a CPU whose processors are of several NUMA nodes; else empty.
struct partition_affinity_domains {
    using return_type = std::vector<partition_affinity_domain>;
};
/// How a sub-device was made; `no_partition` of other devices.
struct partition_type_property {
    using return_type = partition_property;
};
/// The domain of a sub-device that was made by one (`next_partitionable` is said as what it was); else
/// `not_applicable`.
struct partition_type_affinity_domain {
    using return_type = partition_affinity_domain;
};
/// What a sub-device was made of. Throws errc::invalid for other devices.
struct parent_device {
    using return_type = ndweave::device;
};

}  // namespace info::device

/// Optional features of devices (SYCL 2020, 4.6.4.5).
enum class aspect {
    cpu,
    gpu,
    fp16,
    fp64,
    atomic64,
    usm_device_allocations,
    usm_host_allocations,
    usm_shared_allocations
};

/// What drives a device (SYCL 2020, 4.1): its native objects are of that (interop.hpp).
enum class backend {
    cpu,
    cuda,
    hip,
    opencl,
    null,
    // Under the names of DPC++; no device is of the last.
    ext_oneapi_native_cpu = cpu,
    ext_oneapi_cuda = cuda,
    ext_oneapi_hip = hip,
    ext_oneapi_level_zero = null + 1,
};

/// Its name in front of those of its devices, as DPC++ prints it.
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, backend which) {
    constexpr const char* names[] = {"cpu", "cuda", "hip", "opencl", "null", "level_zero"};
    return out << names[static_cast<std::size_t>(which)];
}

namespace ext::oneapi {
/// What one device can do with memory of another (sycl_ext_oneapi_peer_access).
enum class peer_access { access_supported, atomics_supported };
}  // namespace ext::oneapi

class NDWEAVE_EXPORT device {
public:
    /// The device that NDWEAVE_DEVICE names (`cpu`, `cuda:0`, `opencl:1`, …), else the CPU. Throws errc::invalid for a
    /// malformed name and errc::runtime for a device that is not available; there is no fallback to another device.
    device();
    explicit device(const default_selector&) : device() {}
    /// The one that device() gives, if it is a CPU or GPU, else the first such device, without a look at others. Throw
    /// errc::runtime if there is none, and errors as device().
    explicit device(const cpu_selector&);
    explicit device(const gpu_selector&);
    /// The device called `name`, `BACKEND` or `BACKEND:NUMBER`; errors as above.
    explicit device(const std::string& name);
    /// The device with the highest score of the selector; negative scores reject. Among equals, the one that device()
    /// gives, then the first. Throws errc::runtime if it rejects all.
    template <class Selector>
    requires requires(const Selector& s, const device& d) { int{s(d)}; }
    explicit device(const Selector& selector) : device(detail::select(get_devices(), selector)) {}

    /// All devices of all available backends, the CPU first. Plugins that fail to load are omitted; the harness's
    /// `doctor` tells why.
    static std::vector<device> get_devices();

    /// Sub-devices of the CPU (SYCL 2020, 4.6.4.3): disjoint parts of its processors, each a device of its own, which
    /// can be divided further. Kernels, copies and fills of a sub-device's queue run on its processors only: the
    /// calling thread is bound to them meanwhile, too. All of them and the CPU use the same memory. Each call makes new
    /// devices.
    ///
    /// Throw errc::feature_not_supported for devices that cannot be divided so (`partition_properties` and
    /// `partition_affinity_domains` say how they can), and errc::invalid for counts of which the device has not as many
    /// compute units, or that name none.

    /// As many sub-devices of `count` compute units as the device has; a rest belongs to none.
    template <info::partition_property Property>
    requires(Property == info::partition_property::partition_equally)
    std::vector<device> create_sub_devices(std::size_t count) const {
        return sub_devices_equally(count);
    }
    /// One for each count that is not 0.
    template <info::partition_property Property>
    requires(Property == info::partition_property::partition_by_counts)
    std::vector<device> create_sub_devices(const std::vector<std::size_t>& counts) const {
        return sub_devices_by_counts(counts);
    }
    /// One for each NUMA node on which the process may run, in the order of their numbers.
    template <info::partition_property Property>
    requires(Property == info::partition_property::partition_by_affinity_domain)
    std::vector<device> create_sub_devices(info::partition_affinity_domain domain) const {
        return sub_devices_by_affinity_domain(domain);
    }

    /// `BACKEND:NUMBER`, in the form of NDWEAVE_DEVICE; the CPU is `cpu`. A sub-device has no such name and tells its
    /// processors, as in `cpu, processors 0-3`.
    std::string identifier() const;
    /// "cpu", "cuda", "hip", "opencl" or "null".
    std::string backend_name() const;
    backend get_backend() const noexcept;
    bool is_cpu() const;
    bool is_gpu() const;
    bool has(aspect) const;

    template <class Info>
    typename Info::return_type get_info() const;

    // Kernels of this device and memory of another, `peer` (sycl_ext_oneapi_peer_access).
    /// Whether kernels can read and write its malloc_device memory, or use every atomic operation on it. False for
    /// devices of another backend and for this device itself.
    bool ext_oneapi_can_access_peer(const device& peer,
                                    ext::oneapi::peer_access value = ext::oneapi::peer_access::access_supported);
    /// Lets kernels access it. Throws errc::invalid if they cannot, or if it is enabled already. CUDA: most memory is
    /// from pools that are open to all devices anyway; this opens what is not (alignments above 256 bytes, devices
    /// without pools). HIP: opens all memory. CPU devices: nothing is closed.
    void ext_oneapi_enable_peer_access(const device& peer);
    /// Takes it back, and with it the promise only: memory of CUDA's pools stays open. Throws errc::invalid if it is
    /// not enabled. Kernels that access such memory must have ended.
    void ext_oneapi_disable_peer_access(const device& peer);

    friend bool operator==(const device& a, const device& b) { return a.impl_ == b.impl_; }

private:
    friend struct detail::device_access;
    explicit device(std::shared_ptr<detail::device_impl> impl) : impl_(std::move(impl)) {}

    std::vector<device> sub_devices_equally(std::size_t count) const;
    std::vector<device> sub_devices_by_counts(const std::vector<std::size_t>& counts) const;
    std::vector<device> sub_devices_by_affinity_domain(info::partition_affinity_domain) const;
    std::vector<device> sub_devices(const detail::partition_request&) const;

    std::shared_ptr<detail::device_impl> impl_;
};

inline int default_selector::operator()(const device& d) const { return d == device() ? 1 : -1; }
inline int cpu_selector::operator()(const device& d) const { return d.is_cpu() ? 1 : -1; }
inline int gpu_selector::operator()(const device& d) const { return d.is_gpu() ? 1 : -1; }

template <class Device, class Selector>
Device detail::select(const std::vector<Device>& devices, const Selector& selector, errc refused) {
    const Device* best = nullptr;
    int best_score = -1;
    for (const Device& d : devices) {
        const int score = selector(d);
        if (score > best_score || (best && score == best_score && d == device())) best = &d;
        best_score = score > best_score ? score : best_score;
    }
    if (!best)
        throw exception(refused, "no device suits the selector: it refused all " + std::to_string(devices.size()));
    return *best;
}

inline constexpr default_selector default_selector_v;
inline constexpr cpu_selector cpu_selector_v;
inline constexpr gpu_selector gpu_selector_v;

}  // namespace ndweave
