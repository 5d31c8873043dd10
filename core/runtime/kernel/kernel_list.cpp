#include "ndweave/detail/kernel_list.hpp"

#include "runtime/device/device_impl.hpp"
#include "runtime/kernel/program_list.hpp"
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

}  // namespace ndweave::detail
