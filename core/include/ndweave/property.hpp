/// Properties of queues and kernels.
#pragma once

#include <cstdint>
#include <type_traits>

namespace ndweave {

/// How the CPU runs a kernel: as loops over its work-items (an error if it has barriers), split at its barriers, or in
/// library mode with a fiber for each work-item of an nd-range kernel.
enum class cpu_strategy : std::uint32_t { automatic = 0, loop = 1, cbs = 2, fiber = 3 };

/// A launch's options for the kernel compiler.
struct kernel_properties {
    bool fast_math = false;                           // reassociation, reciprocals, approximate functions
    bool fast_vector_math = false;                    // CPU: 4-ULP vector functions instead of 1-ULP ones
    cpu_strategy strategy = cpu_strategy::automatic;  // CPU: forced strategy; NDWEAVE_CPU replaces `automatic`
    std::uint32_t sub_group_size = 0;                 // reqd_sub_group_size; 0: the device's
    std::uint32_t work_group_size[3] = {0, 0, 0};     // reqd_work_group_size in SYCL's order; 0: any
};

namespace property::queue {
/// True of every ndweave queue.
struct in_order {};
struct enable_profiling {};
/// Submission to the CPU returns at once, as to other devices: a thread of the queue runs its commands, in order. Their
/// errors are thrown by `wait`. Without it the CPU runs each command before its submission returns, on the submitting
/// thread, which is faster for short kernels. No effect on queues of other devices.
struct asynchronous {};
/// Host tasks of a CPU's queue run on a thread of the queue, as other devices' do, and so does what follows them until
/// they are done. Without it the CPU runs them before their submission returns.
struct asynchronous_host_tasks {};
}  // namespace property::queue

/// Properties of a queue (SYCL 2020, 4.5.4.2).
class property_list {
public:
    template <class... Properties>
    requires((std::is_same_v<Properties, property::queue::in_order> ||
              std::is_same_v<Properties, property::queue::enable_profiling> ||
              std::is_same_v<Properties, property::queue::asynchronous> ||
              std::is_same_v<Properties, property::queue::asynchronous_host_tasks>) &&
             ...) constexpr property_list(Properties...)
        : profiling_((std::is_same_v<Properties, property::queue::enable_profiling> || ...)),
          asynchronous_((std::is_same_v<Properties, property::queue::asynchronous> || ...)),
          asynchronous_host_tasks_((std::is_same_v<Properties, property::queue::asynchronous_host_tasks> || ...)) {}

    template <class Property>
    requires(std::is_same_v<Property, property::queue::enable_profiling> ||
             std::is_same_v<Property, property::queue::asynchronous> ||
             std::is_same_v<Property, property::queue::asynchronous_host_tasks>)
    constexpr bool has_property() const {
        if (std::is_same_v<Property, property::queue::asynchronous_host_tasks>) return asynchronous_host_tasks_;
        return std::is_same_v<Property, property::queue::asynchronous> ? asynchronous_ : profiling_;
    }

private:
    bool profiling_, asynchronous_, asynchronous_host_tasks_;
};

}  // namespace ndweave
