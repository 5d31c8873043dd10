#include "runtime/plugin/kernel/kernels.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "runtime/device/device_tuning.hpp"
#include "runtime/kernel/background/compile_ahead.hpp"
#include "runtime/kernel/background/owned_kernel.hpp"
#include "runtime/kernel/compile_request.hpp"
#include "runtime/kernel/kernel_list_access.hpp"
#include "runtime/kernel/kernel_log.hpp"
#include "runtime/kernel/kernel_name.hpp"
#include "runtime/kernel/kernel_plans.hpp"
#include "runtime/kernel/kernel_variant.hpp"
#include "runtime/plugin/device.hpp"
#include "runtime/plugin/driver_life.hpp"
#include "runtime/plugin/error.hpp"
#include "runtime/plugin/kernel/modules.hpp"
#include "runtime/plugin/kernel/sub_groups.hpp"
#include "runtime/trace/activity_span.hpp"

namespace ndweave::detail {
namespace {

static_assert(static_cast<int>(NDW_CODE_PTX) == NDW_TARGET_PTX);
static_assert(static_cast<int>(NDW_CODE_OPENCL_C) == NDW_TARGET_OPENCL_C);
static_assert(static_cast<int>(NDW_CODE_HIP_CPP) == NDW_TARGET_HIP_CPP);
static_assert(static_cast<int>(NDW_CODE_CUDA_CPP) == NDW_TARGET_CUDA_CPP);

constexpr auto relaxed = std::memory_order_relaxed;

const char plans_of_plugins = 0;  // its address identifies nodes of these devices

/// A kernel that a launch of this variant found.
struct plugin_plan : kernel_plan {
    std::uint64_t kernels;  // number of the plugin_kernels
    ndw_kernel_variant variant;
    plugin_kernel_slot* slot;
};

plugin_kernel_slot* look_up(kernel_record& record, std::uint64_t kernels, const ndw_kernel_variant& variant) {
    for (const kernel_plan* p = first_plan(record); p; p = p->next) {
        if (p->owner != &plans_of_plugins) continue;
        const auto* plan = static_cast<const plugin_plan*>(p);
        if (plan->kernels == kernels && plan->variant == variant) return plan->slot;
    }
    return nullptr;
}

void remember(kernel_record& record, std::uint64_t kernels, const ndw_kernel_variant& variant,
              plugin_kernel_slot& slot) {
    auto* plan = new plugin_plan;
    plan->owner = &plans_of_plugins;
    plan->kernels = kernels;
    plan->variant = variant;
    plan->slot = &slot;
    push_plan(record, plan);
}

ndw_kernel_variant choose_variant(const launch& l, const std::uint32_t (&local_range)[3], bool flat,
                                  const plugin_device& device) {
    const ndw_device_info& info = device.info();
    ndw_kernel_variant v = variant_of(*l.kernel);
    v.target = info.code_format;
    std::copy_n(local_range, 3, v.local_range);
    const bool is_cpu = (info.capabilities & NDW_CAP_CPU) != 0;
    if (is_cpu && info.code_format == NDW_CODE_OPENCL_C) v.flags |= NDW_COMPILE_ITEMS_IN_LOOPS;
    if (l.properties.fast_math) v.flags |= NDW_COMPILE_FAST_MATH;
    if (!(info.capabilities & NDW_CAP_ADDRESSES)) v.flags |= NDW_COMPILE_POINTER_OFFSETS;
    if (flat) v.flags |= NDW_COMPILE_FLAT_GRID;
    if (info.code_format == NDW_CODE_PTX) v.flags |= NDW_COMPILE_DISTINCT_POINTERS;
    v.sub_group_size = sub_group_size(l, local_range, info);
    v.pointer_alignment = info.code_format == NDW_CODE_PTX ? device_tuning::max_access_bytes : 1;
    return v;
}

std::string symbol_of(const kernel_record& k) { return k.name ? k.name : kernel_name(k); }

plugin_kernel_key key_of(const kernel_record& k, const ndw_kernel_variant& variant) {
    return {k.hash ? k.hash : "", symbol_of(k), k.constants, variant};
}

/// Null where the program has none whose bitcode has this hash.
std::unique_ptr<const owned_kernel> kernel_with(const std::string& hash) {
    std::unique_ptr<const owned_kernel> found;
    kernel_list_access::for_each([&](const kernel_record& k) {
        if (!found && k.hash && k.name && k.bitcode && hash == k.hash) found = std::make_unique<const owned_kernel>(k);
    });
    return found;
}

ndw_compile_request request_of(const kernel_record& kernel, const ndw_kernel_variant& variant,
                               const ndw_device_info& info) {
    ndw_compile_request r = request_for(kernel, variant);
    r.arch = info.arch;
    r.driver = info.driver_version;
    return r;
}

}  // namespace

plugin_kernels::plugin_kernels(plugin_device& device)
    : device_(device),
      number_([] {
          static std::atomic<std::uint64_t> count = 0;
          return ++count;
      }()),
      launched_(device.plugin(), device.info(), disk_binaries()) {}

std::size_t plugin_kernels::key_hash::operator()(const plugin_kernel_key& key) const {
    const std::string& content = key.hash.empty() ? key.name : key.hash;
    return std::hash<std::string>()(content) * 0x9e3779b97f4a7c15u + hash_of(key.variant) +
           std::hash<const void*>()(key.constants);
}

kernel_facts plugin_kernels::facts_of(kernel_record& kernel) {
    const ndw_device_info& info = device_.info();
    const bool one = kernel.kind == kernel_kind::single_task;
    const std::uint32_t wanted =
        info.preferred_group_size ? info.preferred_group_size : device_tuning::default_group_size;
    const std::uint32_t items = one ? 1 : std::min({wanted, info.max_group_size, info.max_local_range[0]});
    const std::uint32_t local_range[3] = {items, 1, 1};
    const std::vector<std::uint64_t> functor(kernel.functor_size / sizeof(std::uint64_t) + 1);
    const launch l{&kernel, functor.data(), {items, 1, 1}, {items, 1, 1}, 0, {}};
    const plugin_kernel& made = get(l, local_range, false);
    const std::uint64_t largest = made.info.max_group_size ? made.info.max_group_size : info.max_group_size;
    return {largest, made.info.private_bytes, made.info.static_local_bytes, made.info.registers};
}

const plugin_kernel& plugin_kernels::get(const launch& l, const std::uint32_t (&local_range)[3], bool flat) {
    ndw_kernel_variant variant = choose_variant(l, local_range, flat, device_);
    for (;;) {
        plugin_kernel_slot& slot = find(*l.kernel, variant);
        compile(slot, *l.kernel, variant);
        const plugin_kernel& kernel = slot.kernel;
        const ndw_kernel_variant tried = variant;
        if (kernel.compiled) {
            // Both at once: what it assumes of the one does not depend on the other.
            if (!meets_alignment(*kernel.compiled, variant.pointer_alignment, l.functor)) variant.pointer_alignment = 1;
            if (kernel.distinct->classes_of(*kernel.compiled, l.functor) != 0)
                variant.flags &= ~NDW_COMPILE_DISTINCT_POINTERS;
            if (variant.pointer_alignment != tried.pointer_alignment) are_unaligned_.store(true, relaxed);
            if (variant.flags != tried.flags) lead_together_.store(true, relaxed);
        }
        if (variant == tried) {
            load(slot, *l.kernel, variant);
            note_launch(slot, *l.kernel, variant);
            return kernel;
        }
    }
}

void plugin_kernels::preload() noexcept {
    try {
        for (const launched_kernel& k : launched_.of_earlier_runs()) {
            const background_driver_work work;
            if (!work.may_begin()) return;
            preload(k);
        }
    } catch (const std::exception&) {
        return;  // whatever it is, the launch of that kernel says so
    }
}

void plugin_kernels::preload(const launched_kernel& launched) {
    const std::unique_ptr<const owned_kernel> kernel = kernel_with(launched.hash);
    if (!kernel) return;
    plugin_kernel_slot& slot = find(key_of(kernel->record(), launched.variant));
    compile(slot, kernel->record(), launched.variant);
    load(slot, kernel->record(), launched.variant);
}

/// What the launch will most likely end with is compiled as well, not loaded: a driver that assembles several kernels
/// at once takes longer than for one after the other (docs/decisions/143).
void plugin_kernels::make_ahead(const owned_request& request) {
    ndw_kernel_variant variant = request.variant();
    plugin_kernel_slot& first = find(key_of(request.kernel(), variant));
    compile(first, request.kernel(), variant);
    const ndw_compiled_kernel& made = *first.kernel.compiled;
    if (are_unaligned_.load(relaxed) && made.aligned_pointer_count != 0) variant.pointer_alignment = 1;
    if (lead_together_.load(relaxed) && made.distinct_pointer_count != 0)
        variant.flags &= ~NDW_COMPILE_DISTINCT_POINTERS;
    if (variant != request.variant()) compile(find(key_of(request.kernel(), variant)), request.kernel(), variant);
}

/// Of PTX: source of other targets is made in no time.
void plugin_kernels::compile_next(const kernel_record& kernel, const ndw_kernel_variant& variant) {
    if (device_.info().code_format != NDW_CODE_PTX) return;
    compile_ahead(kernel, variant,
                  [self = device_.shared_from_this()](const owned_request& next) { self->kernels().make_ahead(next); });
}

plugin_kernel_slot& plugin_kernels::find(kernel_record& kernel, const ndw_kernel_variant& variant) {
    if (plugin_kernel_slot* const known = look_up(kernel, number_, variant)) return *known;
    plugin_kernel_slot& slot = find(key_of(kernel, variant));
    remember(kernel, number_, variant, slot);
    return slot;
}

plugin_kernel_slot& plugin_kernels::find(const plugin_kernel_key& key) {
    {
        const std::shared_lock lock(mutex_);
        if (const auto found = slots_.find(key); found != slots_.end()) return *found->second;
    }
    const std::lock_guard lock(mutex_);
    auto& entry = slots_[key];
    if (!entry) entry = std::make_unique<plugin_kernel_slot>();
    return *entry;
}

void plugin_kernels::compile(plugin_kernel_slot& slot, const kernel_record& kernel, const ndw_kernel_variant& variant) {
    if (slot.is_compiled.load(std::memory_order_acquire)) return;
    const std::lock_guard lock(slot.building);
    if (slot.is_compiled.load(relaxed)) return;
    if (device_.info().code_format != NDW_CODE_NONE) {
        if (!kernel.bitcode) {
            throw exception(
                errc::kernel_not_supported,
                "kernel " + kernel_name(kernel) + " cannot run on " + device_.limits().name +
                    ": its program was compiled without ndweave's kernel compiler; build it with clang++-19 and "
                    "link ndweave::ndweave, or choose the device cpu");
        }
        const activity_span span(activity::compile, [&] { return kernel_name(kernel); });
        const auto next = [&] { compile_next(kernel, variant); };
        slot.kernel.compiled = compile_kernel(request_of(kernel, variant, device_.info()), next);
        slot.kernel.distinct = std::make_unique<distinct_launches>();
    }
    slot.is_compiled.store(true, std::memory_order_release);
}

void plugin_kernels::load(plugin_kernel_slot& slot, const kernel_record& kernel, const ndw_kernel_variant& variant) {
    if (slot.is_loaded.load(std::memory_order_acquire)) return;
    const std::lock_guard lock(slot.building);
    if (slot.is_loaded.load(relaxed)) return;
    const ndw_plugin& plugin = device_.plugin();
    plugin_kernel& k = slot.kernel;
    ndw_module_source source{};
    source.struct_size = sizeof source;
    source.format = device_.info().code_format;
    if (k.compiled) {
        source.code = k.compiled->code;
        source.size = k.compiled->code_size;
    }
    if (variant.flags & NDW_COMPILE_FAST_MATH) source.flags |= NDW_MODULE_FAST_MATH;
    const activity_span span(activity::load, [&] { return kernel_name(kernel); });
    const std::string doing = "cannot build kernel " + kernel_name(kernel) + " for " + device_.limits().name;
    ndw_module* module = nullptr;
    check_plugin(plugin, load_module(plugin, device_.open()->get(), device_.info(), source, disk_binaries(), &module),
                 doing);
    drivers_made_objects();
    drivers_make_objects();
    k.module = std::make_unique<module_handle>(plugin, module, device_.open());
    k.info.struct_size = sizeof k.info;
    const std::string symbol = k.compiled ? k.compiled->entry_name : symbol_of(kernel);
    check_plugin(plugin, plugin.kernel_get(module, symbol.c_str(), &k.kernel, &k.info), doing);
    slot.is_loaded.store(true, std::memory_order_release);
}

void plugin_kernels::note_launch(plugin_kernel_slot& slot, const kernel_record& kernel,
                                 const ndw_kernel_variant& variant) {
    if (slot.is_launched.load(relaxed) || slot.is_launched.exchange(true)) return;
    log_kernel(kernel, device_.limits(), variant.local_range, "", "", slot.kernel.compiled);
    if (kernel.hash && !kernel.constants) launched_.add({kernel.hash, variant});
}

}  // namespace ndweave::detail
