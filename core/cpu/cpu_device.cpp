#include "cpu/cpu_device.hpp"

#include <oneapi/tbb/info.h>

#include <algorithm>
#include <utility>

#include "cpu/cpu_queue.hpp"
#include "cpu/host_info.hpp"
#include "cpu/memory/host_memory.hpp"
#include "cpu/placement/partition.hpp"
#include "cpu/placement/topology.hpp"
#include "cpu/placement/worker_binding.hpp"
#include "cpu/scheduling/thread_limit.hpp"
#include "cpu/tuning.hpp"
#include "runtime/background.hpp"
#include "runtime/kernel/kernel_compiler.hpp"

namespace ndweave::detail {
namespace {

/// Initialises everything that is read once about the machine. Forks wait for it (registry.cpp): a child could not
/// finish an initialisation that another thread of its parent had started.
void read_host_info() {
    thread_limit();
    binds_workers_to_cores();
    private_cache_bytes();
    effective_llc_bytes();
    socket_llc_bytes();
    has_several_numa_nodes();
}

device_limits describe_host() {
    read_host_info();
    device_limits l;
    l.fp16 = true;  // everywhere: where the processor has no such arithmetic, that of float, rounded
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
    l.clock_mhz = clock_mhz();
    l.cache_bytes = llc_bytes();
    l.cache_line_bytes = cache_line_bytes();
    for (auto& count : l.max_group_count) count = max_work_items;
    l.sub_group_sizes = {tuning::sub_group_size, 1, 2, 4, 8, 32, 64};
    return l;
}

/// Of a sub-device: the host, with fewer processors.
device_limits limits_of_part(device_limits l, const processor_list& processors) {
    l.max_compute_units = std::min(static_cast<std::uint32_t>(processors.size()), std::uint32_t{thread_limit()});
    l.processors = processors_text(processors);
    return l;
}

/// The CPU, or a sub-device.
class cpu_device final : public device_impl {
public:
    cpu_device() : limits_(describe_host()), processors_(processors_of_process()) {
        set_background_processors(processors_);
    }
    cpu_device(std::shared_ptr<device_impl> parent, processor_list processors, info::partition_property type,
               info::partition_affinity_domain domain)
        : limits_(limits_of_part(parent->limits(), processors)),
          processors_(std::move(processors)),
          parent_(std::move(parent)),
          type_(type),
          type_domain_(domain),
          partition_(std::make_shared<cpu_partition>(processors_)) {
        const partition_scope refused_now(*partition_);  // rather than by each launch
    }

    const device_limits& limits() const override { return limits_; }
    std::string driver_version() const override { return name_of_kernel_compiler(); }

    void* allocate(std::size_t bytes, std::size_t alignment, usm_kind) override {
        if (!partition_) return allocate_host(bytes, alignment);
        const partition_scope scope(*partition_);  // for pages that are touched
        return allocate_host(bytes, alignment);
    }
    void deallocate(void* pointer, usm_kind) override { free_host(pointer); }
    std::uint64_t free_memory() override { return available_memory_bytes(); }
    std::unique_ptr<queue_impl> make_queue(bool profiling) override {
        prepare_kernel_compiler();
        open_libraries_of_cpu_kernels();
        return make_cpu_queue(limits_, partition_.get(), profiling);
    }

    partition_info partition() const override {
        using enum info::partition_property;
        using enum info::partition_affinity_domain;
        partition_info p{.type = type_, .type_domain = type_domain_, .parent = parent_};
        if (limits_.max_compute_units < 2 || processors_.size() < limits_.max_compute_units) return p;
        p.max_sub_devices = limits_.max_compute_units;
        p.properties = {partition_equally, partition_by_counts};
        if (topology().numa_nodes(processors_).size() < 2) return p;
        p.properties.push_back(partition_by_affinity_domain);
        p.affinity_domains = {numa, next_partitionable};
        return p;
    }

    std::vector<std::shared_ptr<device_impl>> make_sub_devices(const std::shared_ptr<device_impl>& self,
                                                               const partition_request& request) override {
        const bool by_domain = request.property == info::partition_property::partition_by_affinity_domain;
        const auto domain = by_domain ? info::partition_affinity_domain::numa  // the next that is partitionable, too
                                      : info::partition_affinity_domain::not_applicable;
        std::vector<std::shared_ptr<device_impl>> made;
        for (processor_list& part :
             by_domain ? topology().numa_nodes(processors_) : topology().divide(processors_, request.counts)) {
            made.push_back(std::make_shared<cpu_device>(self, std::move(part), request.property, domain));
        }
        return made;
    }

private:
    const device_limits limits_;
    const processor_list processors_;
    // Of a sub-device.
    const std::shared_ptr<device_impl> parent_{};
    const info::partition_property type_ = info::partition_property::no_partition;
    const info::partition_affinity_domain type_domain_ = info::partition_affinity_domain::not_applicable;
    const std::shared_ptr<cpu_partition> partition_{};
};

}  // namespace

std::shared_ptr<device_impl> make_cpu_device() { return std::make_shared<cpu_device>(); }

}  // namespace ndweave::detail
