#include "cpu/launch_plan.hpp"

#include <mutex>
#include <span>
#include <utility>

#include "cpu/compiled_kernel.hpp"
#include "cpu/strategy.hpp"
#include "cpu/tuning.hpp"
#include "ndweave/exception.hpp"
#include "runtime/fork_locks.hpp"
#include "runtime/kernel/kernel_log.hpp"
#include "runtime/kernel/kernel_name.hpp"

namespace ndweave::detail {
namespace {

const char plans_of_cpu = 0;  // its address identifies this engine's nodes
std::mutex planning;          // one plan is created at a time

[[gnu::constructor]] void hold_at_forks() { hold_while_forking(fork_lock::planning, planning); }

launch_plan* look_up(kernel_record& kernel, const ndw_kernel_variant& variant) {
    for (kernel_plan* p = first_plan(kernel); p; p = p->next) {
        if (p->owner != &plans_of_cpu) continue;
        auto* plan = static_cast<launch_plan*>(p);
        if (plan->variant == variant) return plan;
    }
    return nullptr;
}

/// Null for library mode: if requested, and for kernels that were not extracted.
compiled_kernel compile_unless_library(const kernel_record& kernel, const ndw_kernel_variant& variant) {
    if (strategy_of(variant) == cpu_strategy::fiber) return nullptr;
    if (kernel.bitcode) return compile_for_host(kernel, variant);
    if (variant.flags & NDW_COMPILE_CHECK) {
        throw exception(
            errc::kernel_not_supported,
            "kernel " + kernel_name(kernel) +
                " cannot run with NDWEAVE_CHECK=1: its source file was compiled without the extraction plugin "
                "(-fpass-plugin=libndweave-extract.so), and only what the kernel compiler makes has checks");
    }
    if (strategy_of(variant) == cpu_strategy::cbs) {
        throw exception(
            errc::kernel_not_supported,
            "kernel " + kernel_name(kernel) +
                " cannot run with strategy 'cbs': its source file was compiled without the extraction plugin "
                "(-fpass-plugin=libndweave-extract.so)");
    }
    return nullptr;
}

std::unique_ptr<captured_values> captures_of(const compiled_kernel& kernel) {
    if (!kernel || kernel->deciding_capture_count == 0) return nullptr;
    return std::make_unique<captured_values>(std::span(kernel->deciding_captures, kernel->deciding_capture_count),
                                             kernel->made_in_ms * 1e6 * device_tuning::constant_worth);
}

launch_plan* make_plan(const kernel_record& kernel, const ndw_kernel_variant& variant) {
    compiled_kernel compiled = compile_unless_library(kernel, variant);
    const bool fibers = strategy_of(variant) != cpu_strategy::loop && kernel.kind == kernel_kind::nd_range;
    const double guess_ns = compiled ? tuning::compiled_item_ns : tuning::library_item_ns;
    auto* plan = new launch_plan(variant, std::move(compiled),
                                 fibers ? library_executor::fiber : library_executor::loop, guess_ns);
    plan->owner = &plans_of_cpu;
    return plan;
}

/// Why a kernel runs in library mode.
const char* reason_for_library(const ndw_kernel_variant& variant) {
    if (strategy_of(variant) == cpu_strategy::fiber) return "strategy 'fiber' was asked for";
    return "its source file was compiled without the extraction plugin";
}

void log_plan(const kernel_record& kernel, const launch_plan& plan, const device_limits& device) {
    const bool fibers = plan.library == library_executor::fiber;
    const cpu_strategy library = fibers ? cpu_strategy::fiber : cpu_strategy::loop;
    const cpu_strategy taken = plan.compiled ? static_cast<cpu_strategy>(plan.compiled->strategy) : library;
    log_kernel(kernel, device, plan.variant.local_range, strategy_name(taken),
               plan.compiled ? plan.compiled->reason : reason_for_library(plan.variant), plan.compiled);
}

launch_plan& add_plan(kernel_record& kernel, const ndw_kernel_variant& variant, bool& added) {
    const std::lock_guard lock(planning);
    if (launch_plan* plan = look_up(kernel, variant)) return *plan;
    launch_plan* plan = make_plan(kernel, variant);
    push_plan(kernel, plan);
    added = true;
    return *plan;
}

}  // namespace

launch_plan::launch_plan(const ndw_kernel_variant& v, compiled_kernel c, library_executor e, double guess_ns)
    : variant(v), compiled(std::move(c)), library(e), estimate(guess_ns), captures(captures_of(compiled)) {}

launch_plan& find_plan(kernel_record& kernel, const ndw_kernel_variant& variant, const device_limits& device) {
    if (launch_plan* plan = look_up(kernel, variant)) return *plan;
    bool added = false;
    launch_plan& plan = add_plan(kernel, variant, added);
    if (added) log_plan(kernel, plan, device);
    return plan;
}

void report(const kernel_record& kernel, const launch_plan& plan, const constant_code& code,
            const device_limits& device) {
    const ndw_compiled_kernel& made = *code.compiled;
    log_kernel(kernel, device, plan.variant.local_range, strategy_name(static_cast<cpu_strategy>(made.strategy)),
               made.reason, code.compiled, code.text());
}

}  // namespace ndweave::detail
