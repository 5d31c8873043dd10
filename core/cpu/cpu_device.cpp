#include "cpu/cpu_device.hpp"

#include <oneapi/tbb/info.h>

#include <algorithm>

#include "cpu/cpu_queue.hpp"
#include "cpu/host_info.hpp"
#include "cpu/memory/host_memory.hpp"
#include "cpu/scheduling/thread_limit.hpp"
#include "cpu/tuning.hpp"
#include "runtime/kernel/kernel_compiler.hpp"

namespace ndweave::detail {
namespace {

/// Initialises everything that is read once about the machine. Forks wait for it (registry.cpp): a child could not
/// finish an initialisation that another thread of its parent had started.
void read_host_info() {
    thread_limit();
    private_cache_bytes();
    effective_llc_bytes();
    socket_llc_bytes();
    has_several_numa_nodes();
}

device_limits describe_host() {
    read_host_info();
    device_limits l;
    l.name = host_name();
    l.vendor = host_vendor();
    l.backend = "cpu";
    l.is_cpu = true;
    l.max_compute_units =
        std::min(static_cast<std::uint32_t>(tbb::info::default_concurrency()), std::uint32_t{thread_limit()});
    l.max_work_group_size = tuning::max_work_group_size;
    for (auto& size : l.max_work_item_sizes) size = tuning::max_work_group_size;
    l.local_mem_size = private_cache_bytes();
    l.global_mem_size = physical_memory_bytes();
    l.max_mem_alloc_size = l.global_mem_size;
    l.sub_group_sizes = {tuning::sub_group_size, 1, 2, 4, 8, 32, 64};
    return l;
}

class cpu_device final : public device_impl {
public:
    const device_limits& limits() const override { return limits_; }
    std::string driver_version() const override {
        if (!kernel_compiler_problem().empty()) return "no kernel compiler";
        return std::string("LLVM ") + kernel_compiler().llvm_version + " for " + kernel_compiler().host_cpu;
    }

    void* allocate(std::size_t bytes, std::size_t alignment, usm_kind) override {
        return allocate_host(bytes, alignment);
    }
    void deallocate(void* pointer, usm_kind) override { free_host(pointer); }
    std::uint64_t free_memory() override { return available_memory_bytes(); }
    std::unique_ptr<queue_impl> make_queue(bool profiling) override { return make_cpu_queue(limits_, profiling); }

private:
    const device_limits limits_ = describe_host();
};

}  // namespace

std::shared_ptr<device_impl> make_cpu_device() { return std::make_shared<cpu_device>(); }

}  // namespace ndweave::detail
