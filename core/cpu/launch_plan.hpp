/// How one variant of a kernel runs on the CPU: decided once, looked up without a lock.
#pragma once

#include "cpu/library_mode/library_kernel.hpp"
#include "cpu/scheduling/work_estimate.hpp"
#include "runtime/kernel/captures/captured_pointers.hpp"
#include "runtime/kernel/captures/captured_values.hpp"
#include "runtime/kernel/kernel_compiler.hpp"
#include "runtime/kernel/kernel_plans.hpp"

namespace ndweave::detail {

/// State of the validation of a plan's launches. Guarded by validation_lock, held exclusively.
struct plan_validation {
    std::uint64_t launches = 0;
    compiled_kernel reference;  // as written in the program, inlined; compiled on first use
    compiled_kernel clean;      // simplified
};

struct launch_plan : kernel_plan {
    launch_plan(const ndw_kernel_variant& v, compiled_kernel c, library_executor e, double guess_ns);

    const ndw_kernel_variant variant;
    const compiled_kernel compiled;  // null: library mode
    const library_executor library;
    work_estimate estimate;                           // of all its codes
    const std::unique_ptr<captured_values> captures;  // null: the kernel has none that would matter as constants
    distinct_launches distinct;
    plan_validation validation;
};

/// The plan for `variant`, created on first use and reported to the kernel log. Throws errc::build or
/// errc::kernel_not_supported, naming the kernel.
launch_plan& find_plan(kernel_record& kernel, const ndw_kernel_variant& variant, const device_limits& device);

/// Reports code of the plan to the kernel log.
void report(const kernel_record& kernel, const launch_plan& plan, const constant_code& code,
            const device_limits& device);

}  // namespace ndweave::detail
