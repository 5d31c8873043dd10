#include "ndweave/detail/kernel_list.hpp"

#include <atomic>

#include "runtime/device/device_impl.hpp"
#include "runtime/kernel/kernel_list_access.hpp"
#include "runtime/kernel/kernel_name.hpp"
#include "runtime/kernel/required_aspects.hpp"
#include "runtime/kernel/validate_launch.hpp"
#include "runtime/queue/access.hpp"

namespace ndweave::detail {
namespace {
std::atomic<missing_aspects> missing = nullptr;
}

listed_kernel::listed_kernel(kernel_record& kernel) : kernel_(kernel) { program_list<listed_kernel>::get().add(*this); }
listed_kernel::~listed_kernel() { program_list<listed_kernel>::get().remove(*this); }

std::vector<kernel_record*> listed_kernels() {
    std::vector<kernel_record*> kernels;
    kernel_list_access::for_each([&](kernel_record& one) { kernels.push_back(&one); });
    return kernels;
}

kernel_facts facts_of(kernel_record& kernel, const device& d) { return device_access::impl(d)->facts_of(kernel); }

bool offers_required_sizes(const kernel_record& kernel, const device& d) {
    const device_limits& limits = device_access::impl(d)->limits();
    return offers_sub_group(limits, kernel.required_sub_group_size) &&
           offers_work_group(limits, kernel.required_work_group_size, kernel.dimensions);
}

void set_missing_aspects(missing_aspects function) { missing = function; }

void require_aspects(const kernel_record& kernel, const std::shared_ptr<device_impl>& d) {
    const missing_aspects of = missing;
    if (kernel.required_aspects == 0 || of == nullptr) return;
    const std::string names = of(kernel.required_aspects, device_access::make(d));
    if (names.empty()) return;
    throw exception(errc::kernel_not_supported, "kernel " + kernel_name(kernel) + " requires a device with " + names +
                                                    " (device_has), which " + d->limits().name + " has not");
}

}  // namespace ndweave::detail
