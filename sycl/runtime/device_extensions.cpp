/// What devices tell of DPC++'s extensions.
#include <string_view>
#include <utility>

#include "sycl/execution/device.hpp"
#include "sycl/ext/intel/info.hpp"
#include "sycl/ext/oneapi/info.hpp"

namespace sycl {
namespace {

namespace i = ext::intel::info::device;
namespace o = ext::oneapi::info::device;
namespace e = ext::oneapi::experimental::info::device;
namespace core = ndweave::info::device;
using ext::oneapi::experimental::architecture;

[[noreturn]] void refuse(const device& d, const char* what) {
    throw ndweave::exception(ndweave::errc::feature_not_supported,
                             std::string(what) + " of " + d.get_info<core::name>() + " (" + d.backend_name() +
                                 ") is not known: ask has(aspect::ext_intel_" + what + ") first");
}

template <class Value>
Value known(Value value, const device& d, const char* what) {
    if (value == Value{}) refuse(d, what);
    return value;
}

constexpr std::pair<std::string_view, architecture> architectures[] = {
    {"sm_50", architecture::nvidia_gpu_sm_50},   {"sm_52", architecture::nvidia_gpu_sm_52},
    {"sm_53", architecture::nvidia_gpu_sm_53},   {"sm_60", architecture::nvidia_gpu_sm_60},
    {"sm_61", architecture::nvidia_gpu_sm_61},   {"sm_62", architecture::nvidia_gpu_sm_62},
    {"sm_70", architecture::nvidia_gpu_sm_70},   {"sm_72", architecture::nvidia_gpu_sm_72},
    {"sm_75", architecture::nvidia_gpu_sm_75},   {"sm_80", architecture::nvidia_gpu_sm_80},
    {"sm_86", architecture::nvidia_gpu_sm_86},   {"sm_87", architecture::nvidia_gpu_sm_87},
    {"sm_89", architecture::nvidia_gpu_sm_89},   {"sm_90", architecture::nvidia_gpu_sm_90},
    {"sm_90a", architecture::nvidia_gpu_sm_90a}, {"gfx906", architecture::amd_gpu_gfx906},
    {"gfx908", architecture::amd_gpu_gfx908},    {"gfx90a", architecture::amd_gpu_gfx90a},
    {"gfx942", architecture::amd_gpu_gfx942},    {"gfx1030", architecture::amd_gpu_gfx1030},
    {"gfx1031", architecture::amd_gpu_gfx1031},  {"gfx1032", architecture::amd_gpu_gfx1032},
    {"gfx1100", architecture::amd_gpu_gfx1100},  {"gfx1101", architecture::amd_gpu_gfx1101},
    {"gfx1102", architecture::amd_gpu_gfx1102},
};

architecture architecture_of(const device& d) {
#if defined(__x86_64__)
    if (d.get_backend() == backend::cpu) return architecture::x86_64;
#endif
    const std::string name = d.get_info<core::architecture>();
    for (const auto& [text, value] : architectures) {
        if (name == text) return value;
    }
    return architecture::unknown;
}

}  // namespace

#define SYCL_DETAIL_INFO(descriptor, ...)                                                  \
    template <>                                                                            \
    NDWEAVE_EXPORT typename descriptor::return_type device::own_info<descriptor>() const { \
        return __VA_ARGS__;                                                                \
    }
SYCL_DETAIL_INFO(i::free_memory, known(get_info<core::free_memory>(), *this, "free_memory"))
SYCL_DETAIL_INFO(i::memory_clock_rate, known(get_info<core::memory_clock_rate>(), *this, "memory_clock_rate"))
SYCL_DETAIL_INFO(i::memory_bus_width, known(get_info<core::memory_bus_width>(), *this, "memory_bus_width"))
SYCL_DETAIL_INFO(i::max_mem_bandwidth, known(std::uint64_t{2'000'000} * get_info<core::memory_clock_rate>() *
                                                 (get_info<core::memory_bus_width>() / 8),
                                             *this, "max_mem_bandwidth"))
SYCL_DETAIL_INFO(i::pci_address, known(get_info<core::location>(), *this, "pci_address"))
SYCL_DETAIL_INFO(i::device_id, (refuse(*this, "device_id"), 0))
SYCL_DETAIL_INFO(i::uuid, (refuse(*this, "device_info_uuid"), detail::uuid_type{}))
SYCL_DETAIL_INFO(i::gpu_eu_count, (refuse(*this, "gpu_eu_count"), 0))
SYCL_DETAIL_INFO(i::gpu_eu_simd_width, (refuse(*this, "gpu_eu_simd_width"), 0))
SYCL_DETAIL_INFO(i::gpu_slices, (refuse(*this, "gpu_slices"), 0))
SYCL_DETAIL_INFO(i::gpu_subslices_per_slice, (refuse(*this, "gpu_subslices_per_slice"), 0))
SYCL_DETAIL_INFO(i::gpu_eu_count_per_subslice, (refuse(*this, "gpu_eu_count_per_subslice"), 0))
SYCL_DETAIL_INFO(i::gpu_hw_threads_per_eu, (refuse(*this, "gpu_hw_threads_per_eu"), 0))
SYCL_DETAIL_INFO(i::max_compute_queue_indices, 1)
SYCL_DETAIL_INFO(o::num_compute_units, get_info<core::max_compute_units>())
SYCL_DETAIL_INFO(e::max_global_work_groups, get_info<core::max_work_groups>()[2])
SYCL_DETAIL_INFO(e::max_work_groups<1>, ndweave::range<1>(get_info<core::max_work_groups>()[2]))
SYCL_DETAIL_INFO(e::max_work_groups<2>, {get_info<core::max_work_groups>()[1], get_info<core::max_work_groups>()[2]})
SYCL_DETAIL_INFO(e::max_work_groups<3>, get_info<core::max_work_groups>())
SYCL_DETAIL_INFO(e::architecture, architecture_of(*this))
#undef SYCL_DETAIL_INFO

bool device::ext_oneapi_architecture_is(architecture one) const { return architecture_of(*this) == one; }

}  // namespace sycl
