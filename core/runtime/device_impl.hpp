/// What the runtime asks of a device: the CPU engine and the plugin driver implement it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "ndweave/handler.hpp"
#include "ndweave/kernel.hpp"
#include "ndweave/property.hpp"

namespace ndweave::detail {

/// One kernel launch, validated. Ranges in hardware axes (0 fastest).
struct launch {
    kernel_record* kernel;
    const void* functor;  // kernel->functor_size bytes; valid for the call only
    std::uint64_t global_range[3];
    std::uint32_t local_range[3];  // {0,0,0}: the device chooses (basic kernels)
    std::uint64_t local_memory_bytes;
    kernel_properties properties;
    std::shared_ptr<const std::vector<local_array>> local_arrays = nullptr;  // check mode only, else null
    std::uint64_t points = 0;  // that work-items run one after the other, of all together; 0: one each
};

struct recorded_launch;
struct recorded_copy;
struct recorded_fill;
/// recorded_command.hpp
using recorded_command = std::variant<recorded_launch, recorded_copy, recorded_fill>;

enum class usm_kind : std::uint32_t { device = 0, host = 1, shared = 2 };

struct device_limits {
    std::string name, vendor, driver_version, backend;  // backend: "cpu", "cuda", "hip", "opencl", "null"
    bool is_gpu = false, is_cpu = false;
    std::uint32_t max_compute_units = 0;
    std::uint64_t max_work_group_size = 0;
    std::uint64_t max_work_item_sizes[3] = {};    // hardware axes
    std::uint64_t local_mem_size = 0;             // bytes
    std::uint64_t global_mem_size = 0;            // bytes
    std::uint64_t max_mem_alloc_size = 0;         // bytes
    std::vector<std::size_t> sub_group_sizes{1};  // the device's own first
    bool fp64 = true, fp16 = false, usm_shared = true, usm_host = true, atomic64 = true;
    bool usm_device =
        true;  // false: pointers are names that kernels get as arguments, not addresses to store and follow
};

/// A point in a queue's order. Times are seconds on the device's clock; `wait` throws what went wrong before it.
class event_impl {
public:
    virtual ~event_impl() = default;
    virtual void wait() = 0;
    virtual bool complete() = 0;
    virtual double seconds() { return 0; }  // timestamp; valid when complete and the queue has profiling enabled
};

/// In order. Calls may come from several threads at once.
class queue_impl {
public:
    virtual ~queue_impl() = default;
    /// True where every call returns with its work done (the CPU): events need no wait.
    virtual bool synchronous() const { return false; }
    /// True where kernels are compiled in check mode (NDWEAVE_CHECK).
    virtual bool checks() const { return false; }
    virtual void launch(const detail::launch&) = 0;
    virtual void copy(void* to, const void* from,
                      std::size_t bytes) = 0;  // any mix of host and USM pointers; may overlap
    virtual void fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) = 0;
    virtual void wait() = 0;
    /// True where the process is ending and nothing can be waited for any more: what is given back goes with it.
    virtual bool is_over() const { return false; }
    virtual std::shared_ptr<event_impl> record() = 0;  // null: everything submitted so far is complete
    /// Later work starts after the event, of whatever device it is; null: nothing to wait for.
    virtual void wait_for(const std::shared_ptr<event_impl>&) = 0;
};

/// Commands that the device runs as one.
class device_graph {
public:
    virtual ~device_graph() = default;
    /// `queue` is of the same device.
    virtual void launch(queue_impl& queue) = 0;
};

class device_impl {
public:
    virtual ~device_impl() = default;
    virtual const device_limits& limits() const = 0;
    virtual std::string driver_version() const { return limits().driver_version; }
    virtual void* allocate(std::size_t bytes, std::size_t alignment, usm_kind) = 0;  // null: out of memory
    virtual void deallocate(void* pointer, usm_kind) = 0;
    virtual std::uint64_t free_memory() { return 0; }  // bytes; 0: not known
    virtual std::unique_ptr<queue_impl> make_queue(bool profiling) = 0;
    /// True where this device's queues copy usm_kind::device memory of `other`: as host memory is copied, or as peers.
    virtual bool copies_memory_of(const device_impl& other) const { return other.limits().backend == "cpu"; }
    /// Null: the commands are submitted one by one. `commands` outlive the graph.
    virtual std::unique_ptr<device_graph> make_graph(const std::vector<recorded_command>&) { return nullptr; }
};

}  // namespace ndweave::detail
