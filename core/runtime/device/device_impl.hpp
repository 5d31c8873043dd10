/// The interface of devices, which the CPU engine and the plugin adapter implement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ndweave/detail/function_ref.hpp"
#include "ndweave/detail/kernel.hpp"
#include "ndweave/detail/kernel_list.hpp"
#include "ndweave/ext/ipc_memory.hpp"
#include "ndweave/handler.hpp"
#include "ndweave/property.hpp"
#include "runtime/device/partition.hpp"

namespace ndweave::detail {

struct recorded_launch;
struct recorded_copy;
struct recorded_fill;
using recorded_command = std::variant<recorded_launch, recorded_copy, recorded_fill>;

enum class usm_kind : std::uint32_t { device = 0, host = 1, shared = 2 };

struct device_limits {
    std::string name, vendor, driver_version, backend;  // backend: "cpu", "cuda", "hip", "opencl", "null"
    std::string processors{};                           // of a sub-device, as in "0-3,8"; else empty
    std::string location{};                             // such as the PCI address, lower case; may be empty
    bool is_gpu = false, is_cpu = false;
    std::uint32_t max_compute_units = 0;
    std::uint64_t max_work_group_size = 0;
    std::uint64_t max_work_item_sizes[3] = {};    // hardware axes
    std::uint64_t local_mem_size = 0;             // bytes
    std::uint64_t global_mem_size = 0;            // bytes
    std::uint64_t max_mem_alloc_size = 0;         // bytes
    std::vector<std::size_t> sub_group_sizes{1};  // the device's own first
    std::uint32_t reduction_groups_per_unit = 1;  // GPUs: work-groups of a reduction for each compute unit
    std::uint32_t clock_mhz = 0, memory_clock_mhz = 0, memory_bus_bits = 0, cache_line_bytes = 0;  // 0: not known
    std::uint64_t cache_bytes = 0;                                                                 // 0: not known
    std::uint64_t max_group_count[3] = {};                                                         // hardware axes
    std::string architecture{};  // "sm_90", "gfx90a"; may be empty
    bool error_correction = false;
    bool fp64 = true, fp16 = false, usm_shared = true, usm_host = true, atomic64 = true;
    bool usm_device =
        true;  // false: pointers are handles, valid as kernel arguments only, not addresses to store and dereference
};

/// The objects of a driver behind a device; the numbers of ndw_native.
enum class native_kind : std::uint32_t { device = 1, context = 2 };

/// Device memory that another driver can import. The descriptor is a file's, and the caller's to close.
struct exported_memory {
    void* memory;
    int descriptor;
};

/// A driver's memory object, and the offset in bytes from its start.
struct native_location {
    void* object;
    std::uint64_t offset;
};

/// A point in a queue's order. Times are seconds on the device's clock; `wait` throws the errors of the work before it.
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
    /// True if every call returns with its work done (the CPU): events need no wait.
    virtual bool synchronous() const { return false; }
    /// True if kernels are compiled in check mode (NDWEAVE_CHECK).
    virtual bool checks() const { return false; }
    /// Compiles what the launch needs, which it would do itself.
    virtual void prepare(const detail::launch&) {}
    virtual void launch(const detail::launch&) = 0;
    virtual void copy(void* to, const void* from,
                      std::size_t bytes) = 0;  // any mix of host and USM pointers; may overlap
    virtual void fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) = 0;
    // Hints about shared memory that this device reaches: how it will be used soon, and in general.
    virtual void prefetch(const void*, std::size_t /*bytes*/) {}
    virtual void advise(const void*, std::size_t /*bytes*/, int /*advice*/) {}
    /// The driver's queue, to which others may enqueue from now on; nothing: there is none.
    virtual std::optional<void*> native() { return std::nullopt; }
    virtual void wait() = 0;
    /// True if the process is ending and nothing can be waited for any more: resources go with the process.
    virtual bool is_over() const { return false; }
    virtual std::shared_ptr<event_impl> record() = 0;  // null: everything submitted so far is complete
    /// The same for a thread that sleeps in the event's wait, if the device can, where record()'s may poll.
    virtual std::shared_ptr<event_impl> record_blocking() { return record(); }
    /// Has the calling thread sleep so until everything submitted so far is complete.
    void wait_blocking() {
        if (const auto event = record_blocking()) event->wait();
    }
    /// Later work starts after the event, which may be of any device; null: nothing to wait for. Events of queues that
    /// can_wait_for refuses are waited for by the caller.
    virtual void wait_for(const std::shared_ptr<event_impl>&) = 0;
    virtual bool can_wait_for(const queue_impl&) const { return false; }
    /// The calling thread was made for this queue and submits to no other.
    virtual void adopt_thread() {}
    /// Calls `function`, which launches a graph, with the queue that the device made.
    virtual void run_graph(function_ref<void(queue_impl&)> function) { function(*this); }
    /// The queue that the device made, where others watch it.
    virtual const queue_impl& device_queue() const { return *this; }
};

/// Commands that the device runs as one unit.
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
    /// Has queues of this device copy host memory that it did not allocate like its own, until `unpin`. False: nothing
    /// changes, and nothing is to be unpinned.
    virtual bool pin(void* /*memory*/, std::size_t /*bytes*/) { return false; }
    virtual void unpin(void* /*memory*/) noexcept {}
    /// Device memory that another driver's device of the same GPU can import; nothing: the driver has none.
    virtual std::optional<exported_memory> export_memory(std::size_t /*bytes*/) { return std::nullopt; }
    /// The same memory here; takes the descriptor. Null: this driver cannot. Both ends are deallocated as usual.
    virtual void* import_memory(int /*descriptor*/, std::size_t /*bytes*/) { return nullptr; }
    virtual std::unique_ptr<queue_impl> make_queue(bool profiling) = 0;
    /// Whether this device's queues can copy usm_kind::device memory of `other`, as host memory or as a peer's.
    virtual bool copies_memory_of(const device_impl& other) const { return other.limits().backend == "cpu"; }
    /// The CPU and its sub-devices have the same memory.
    bool shares_memory_with(const device_impl& other) const {
        return &other == this || (limits().backend == "cpu" && other.limits().backend == "cpu");
    }
    virtual partition_info partition() const { return {}; }
    /// `self` is this. Pre: partition() offers it, and the compute units suffice.
    virtual std::vector<std::shared_ptr<device_impl>> make_sub_devices(const std::shared_ptr<device_impl>& self,
                                                                       const partition_request&) {
        return {};
    }
    /// The driver's object, or its number in the pointer's place; nothing: there is none.
    virtual std::optional<void*> native(native_kind) { return std::nullopt; }
    /// Of devices whose pointers are no addresses: the driver's object behind an allocation of this device.
    virtual std::optional<native_location> native_memory(const void*) { return std::nullopt; }
    /// A handle of device memory for other processes, and theirs here; nothing, null: this driver cannot.
    virtual std::optional<ext::ipc_memory::handle> ipc_handle(void*) { return std::nullopt; }
    virtual void* open_ipc(const ext::ipc_memory::handle&) { return nullptr; }
    virtual void close_ipc(void*) {}
    virtual bool has_ipc() const { return false; }
    /// Whether kernels of this device can access memory of `peer`, another device, also by every atomic operation.
    virtual bool can_access(const device_impl& peer, bool /*atomics*/) const { return shares_memory_with(peer); }
    /// Opens or closes the access, which is possible.
    virtual void set_access(device_impl& /*peer*/, bool /*enable*/) {}
    /// See detail::facts_of.
    virtual kernel_facts facts_of(kernel_record&) { return {limits().max_work_group_size, 0, 0, 0}; }
    /// Null: the commands are submitted one by one. `commands` outlive the graph.
    virtual std::unique_ptr<device_graph> make_graph(const std::vector<recorded_command>&) { return nullptr; }
};

}  // namespace ndweave::detail
