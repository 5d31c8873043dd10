#include "sycl/runtime/required_aspects.hpp"

#include <array>
#include <bit>

#include "ndweave/detail/kernel_list.hpp"

namespace sycl::detail {
namespace {

constexpr std::array names{"cpu",
                           "gpu",
                           "accelerator",
                           "custom",
                           "emulated",
                           "host_debuggable",
                           "fp16",
                           "fp64",
                           "atomic64",
                           "image",
                           "online_compiler",
                           "online_linker",
                           "queue_profiling",
                           "usm_device_allocations",
                           "usm_host_allocations",
                           "usm_atomic_host_allocations",
                           "usm_shared_allocations",
                           "usm_atomic_shared_allocations",
                           "usm_system_allocations"};
static_assert(names.size() == static_cast<std::size_t>(aspect::usm_system_allocations) + 1);
static_assert(static_cast<int>(aspect::host) < 64, "aspects are bits of 64");

std::string name_of(unsigned number) {
    return number < names.size() ? std::string("aspect::") + names[number] : "DPC++'s aspect " + std::to_string(number);
}

std::string missing_names(std::uint64_t aspects, const ndweave::device& d) {
    std::string all;
    for (std::uint64_t rest = missing_aspects(aspects, d); rest != 0; rest &= rest - 1)
        all += (all.empty() ? "" : " and ") + name_of(static_cast<unsigned>(std::countr_zero(rest)));
    return all;
}

[[maybe_unused]] const bool registered = (ndweave::detail::set_missing_aspects(&missing_names), true);

}  // namespace

std::uint64_t missing_aspects(std::uint64_t aspects, const device& d) {
    std::uint64_t missing = 0;
    for (std::uint64_t rest = aspects; rest != 0; rest &= rest - 1) {
        if (!d.has(static_cast<aspect>(std::countr_zero(rest)))) missing |= rest & -rest;
    }
    return missing;
}

}  // namespace sycl::detail
