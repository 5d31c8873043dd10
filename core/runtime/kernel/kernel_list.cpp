#include "ndweave/detail/kernel_list.hpp"

#include "runtime/device/device_impl.hpp"
#include "runtime/kernel/program_list.hpp"
#include "runtime/kernel/validate_launch.hpp"
#include "runtime/queue/access.hpp"

namespace ndweave::detail {

listed_kernel::listed_kernel(kernel_record& kernel) : kernel_(kernel) { program_list<listed_kernel>::get().add(*this); }
listed_kernel::~listed_kernel() { program_list<listed_kernel>::get().remove(*this); }

std::vector<kernel_record*> listed_kernels() {
    std::vector<kernel_record*> kernels;
    program_list<listed_kernel>::get().for_each([&](const listed_kernel& one) { kernels.push_back(&one.kernel_); });
    return kernels;
}

kernel_facts facts_of(kernel_record& kernel, const device& d) { return device_access::impl(d)->facts_of(kernel); }

bool offers_required_sizes(const kernel_record& kernel, const device& d) {
    const device_limits& limits = device_access::impl(d)->limits();
    return offers_sub_group(limits, kernel.required_sub_group_size) &&
           offers_work_group(limits, kernel.required_work_group_size, kernel.dimensions);
}

}  // namespace ndweave::detail
