#include "ndweave/detail/kernel_list.hpp"

#include <mutex>

#include "runtime/device/device_impl.hpp"
#include "runtime/queue/access.hpp"

namespace ndweave::detail {
namespace {

struct list {
    std::mutex mutex;
    listed_kernel* first = nullptr;
};

/// Never destroyed: static objects of shared objects may go later.
list& the_list() {
    static auto& kernels = *new list;
    return kernels;
}

}  // namespace

listed_kernel::listed_kernel(kernel_record& kernel) : kernel_(kernel) {
    list& all = the_list();
    const std::lock_guard lock(all.mutex);
    next_ = all.first;
    all.first = this;
}

listed_kernel::~listed_kernel() {
    list& all = the_list();
    const std::lock_guard lock(all.mutex);
    for (listed_kernel** at = &all.first; *at; at = &(*at)->next_) {
        if (*at != this) continue;
        *at = next_;
        return;
    }
}

std::vector<kernel_record*> listed_kernels() {
    list& all = the_list();
    const std::lock_guard lock(all.mutex);
    std::vector<kernel_record*> kernels;
    for (const listed_kernel* one = all.first; one; one = one->next_) kernels.push_back(&one->kernel_);
    return kernels;
}

kernel_facts facts_of(kernel_record& kernel, const device& d) { return device_access::impl(d)->facts_of(kernel); }

}  // namespace ndweave::detail
