#include "cpu/launch_plan.hpp"

#include <mutex>

#include "cpu/compiled_kernel.hpp"
#include "ndweave/exception.hpp"
#include "runtime/kernel_name.hpp"

namespace ndweave::detail {
namespace {

const char plans_of_cpu = 0;  // its address marks this engine's nodes
std::mutex planning;          // one plan is made at a time

launch_plan* look_up(kernel_record& kernel, const plan_key& key) {
    for (kernel_plan* p = first_plan(kernel); p; p = p->next) {
        if (p->owner != &plans_of_cpu) continue;
        auto* plan = static_cast<launch_plan*>(p);
        if (plan->key == key) return plan;
    }
    return nullptr;
}

/// Compiled where that is asked for or possible; null for library mode.
compiled_kernel compile_if_possible(const kernel_record& kernel, const plan_key& key) {
    if (key.strategy == cpu_strategy::fiber) return nullptr;
    if (kernel.bitcode && have_kernel_compiler()) {
        return compile_for_host(kernel, key.local_range, key.strategy, key.flags, key.sub_group_size,
                                key.pointer_alignment);
    }
    if (key.strategy == cpu_strategy::cbs) {
        if (kernel.bitcode) kernel_compiler();  // throws why it cannot be had
        throw exception(
            errc::kernel_not_supported,
            "kernel " + kernel_name(kernel) +
                " cannot run with strategy 'cbs': its source file was compiled without the extraction plugin "
                "(-fpass-plugin=libndweave-extract.so)");
    }
    return nullptr;
}

launch_plan* make_plan(const kernel_record& kernel, const plan_key& key) {
    compiled_kernel compiled = compile_if_possible(kernel, key);
    const bool fibers = key.strategy != cpu_strategy::loop && kernel.kind == kernel_kind::nd_range;
    const double guess_ns = compiled ? 1 : 20;
    auto* plan =
        new launch_plan(key, std::move(compiled), fibers ? library_executor::fiber : library_executor::loop, guess_ns);
    plan->owner = &plans_of_cpu;
    return plan;
}

}  // namespace

launch_plan& find_plan(kernel_record& kernel, const plan_key& key) {
    if (launch_plan* plan = look_up(kernel, key)) return *plan;
    const std::lock_guard lock(planning);
    if (launch_plan* plan = look_up(kernel, key)) return *plan;
    launch_plan* plan = make_plan(kernel, key);
    push_plan(kernel, plan);
    return *plan;
}

}  // namespace ndweave::detail
