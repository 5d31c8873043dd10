#include "cpu/compiled_kernel.hpp"

#include "cpu/memory/worker_memory.hpp"
#include "cpu/strategy.hpp"
#include "ndweave/exception.hpp"
#include "runtime/kernel/background/compile_ahead.hpp"
#include "runtime/kernel/compile_request.hpp"
#include "runtime/kernel/kernel_name.hpp"
#include "runtime/trace/activity_span.hpp"
#include "runtime/trace/machine_code.hpp"
#include "support/calls_machine_code.hpp"

namespace ndweave::detail {

/// An extracted kernel never falls back to library mode silently: it would be hundreds of times slower.
static void require_compiler(const kernel_record& kernel) {
    if (kernel_compiler_problem().empty()) return;
    throw exception(errc::build, "kernel " + kernel_name(kernel) +
                                     " cannot be compiled for the cpu: " + kernel_compiler_problem() +
                                     "; NDWEAVE_CPU=fiber runs kernels without it, far slower");
}

static void compile_before_launch(const owned_request& request) {
    const activity_span span(activity::compile, [&] { return kernel_name(request.kernel()); });
    keep_for_launch(request.compile());
}

compiled_kernel compile_for_host(const kernel_record& kernel, const ndw_kernel_variant& variant) {
    const activity_span span(activity::compile, [&] { return kernel_name(kernel); });
    try {
        const auto compile_next = [&] { compile_ahead(kernel, variant, compile_before_launch); };
        compiled_kernel made = compile_kernel(request_for(kernel, variant), compile_next);
        name_machine_code(kernel, variant, *made);
        return made;
    } catch (const exception& e) {
        if (e.code() == errc::invalid) throw;  // an error of the environment, not of the kernel
        require_compiler(kernel);
        const cpu_strategy strategy = strategy_of(variant);
        const bool refused = e.code() == errc::kernel_not_supported && strategy != cpu_strategy::automatic;
        throw exception(refused ? errc::kernel_not_supported : errc::build,
                        "kernel " + kernel_name(kernel) + " cannot be compiled for the cpu (strategy " +
                            strategy_name(strategy) + "): " + e.what());
    }
}

ndw_host_launch host_launch(const launch& l) {
    ndw_host_launch h{};
    h.functor = l.functor;
    for (int a = 0; a < 3; ++a) {
        h.global_range[a] = l.global_range[a];
        h.local_range[a] = static_cast<std::uint32_t>(l.local_range[a]);
        h.group_range[a] = l.local_range[a] ? l.global_range[a] / l.local_range[a] : 1;
    }
    return h;
}

ndw_host_worker worker_of(const ndw_compiled_kernel& kernel, const launch& l) {
    worker_memory& memory = worker_memory::of_this_thread();
    return {memory.local_memory(kernel.local_bytes + l.local_memory_bytes), memory.arena(kernel.arena_bytes)};
}

NDWEAVE_CALLS_MACHINE_CODE
void run_compiled_box(const ndw_compiled_kernel& kernel, const launch& l, const ndw_host_launch& h,
                      const grid_box& box) {
    const ndw_host_worker worker = worker_of(kernel, l);
    kernel.host_entry(&h, &worker, &box);
}

}  // namespace ndweave::detail
