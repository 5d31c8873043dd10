#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "sycl/execution/bundles/functions.hpp"
#include "sycl/runtime/required_aspects.hpp"

namespace sycl {
namespace {

using ndweave::detail::kernel_record;

[[noreturn]] void refuse(const std::string& text) { throw ndweave::exception(ndweave::errc::invalid, text); }

/// Never destroyed: static objects of shared objects may be made and go later.
struct names {
    std::mutex mutex;
    std::map<const kernel_record*, std::string> of_kernels;
    std::set<std::string> handled;
    std::set<std::uint64_t> used;
};
names& known() {
    static auto& all = *new names;
    return all;
}

bool same_name(const kernel_record& kernel, const char* source_name) {
    return std::strcmp(kernel.source_name, source_name) == 0;
}

/// A sub-device is of its parents' contexts.
bool is_of(device d, const std::vector<device>& all) {
    for (;;) {
        if (std::find(all.begin(), all.end(), d) != all.end()) return true;
        if (d.get_info<info::device::partition_type_property>() == info::partition_property::no_partition) return false;
        d = d.get_info<info::device::parent_device>();
    }
}

std::vector<device> without_doubles(const std::vector<device>& devices) {
    std::vector<device> own;
    for (const device& d : devices) detail::add_once(own, d);
    return own;
}

bool runs_on_one(const detail::bundle_image& image, const std::vector<device>& devices) {
    return std::any_of(devices.begin(), devices.end(),
                       [&](const device& d) { return detail::is_compatible(image, d); });
}

/// Throws errc::invalid if the devices are none, or not of the bundle's `own`.
std::vector<device> devices_among(const std::vector<device>& devices, const std::vector<device>& own) {
    if (devices.empty()) refuse("a kernel bundle for no devices: give it one at least");
    for (const device& d : devices) {
        if (std::find(own.begin(), own.end(), d) == own.end())
            refuse("a kernel bundle is compiled for " + d.identifier() + ", which is not one of its devices");
    }
    return without_doubles(devices);
}

/// Those that one of the devices can run, with the constants.
std::vector<detail::bundle_image> compiled_images(const std::vector<detail::bundle_image>& images,
                                                  const std::vector<device>& devices,
                                                  const ndweave::detail::constant_set* constants) {
    std::vector<detail::bundle_image> compiled;
    for (const detail::bundle_image& one : images) {
        if (!runs_on_one(one, devices)) continue;
        const bool takes = constants && detail::handled_kernel_name::has(one.kernel->source_name);
        compiled.push_back({one.kernel, takes ? constants : one.constants});
    }
    return compiled;
}

template <bundle_state To, bundle_state From>
kernel_bundle<To> translated(const kernel_bundle<From>& bundle, const std::vector<device>& devices) {
    const std::vector<device> chosen = devices_among(devices, bundle.get_devices());
    const auto* const constants = detail::bundle_parts::constants(bundle);
    const auto* const fixed = From == bundle_state::input ? constants : nullptr;
    return detail::bundle_parts::make<To>(
        bundle.get_context(), chosen, compiled_images(detail::bundle_parts::images(bundle), chosen, fixed), constants);
}

}  // namespace

const char* kernel_id::get_name() const noexcept {
    names& all = known();
    const std::lock_guard lock(all.mutex);
    std::string& name = all.of_kernels[kernel_];
    if (name.empty()) name = ndweave::detail::kernel_name(*kernel_);
    return name.c_str();
}

std::vector<kernel_id> get_kernel_ids() {
    std::vector<kernel_id> ids;
    for (kernel_record* const one : ndweave::detail::listed_kernels())
        ids.push_back(detail::kernel_id_parts::make(*one));
    return ids;
}

bool is_compatible(const std::vector<kernel_id>& ids, const device& d) {
    return std::all_of(ids.begin(), ids.end(), [&](const kernel_id& id) {
        return detail::is_compatible({&detail::kernel_id_parts::kernel(id), nullptr}, d);
    });
}

kernel_bundle<bundle_state::object> compile(const kernel_bundle<bundle_state::input>& bundle,
                                            const std::vector<device>& devices, const property_list&) {
    return translated<bundle_state::object>(bundle, devices);
}
kernel_bundle<bundle_state::object> compile(const kernel_bundle<bundle_state::input>& bundle,
                                            const property_list& properties) {
    return compile(bundle, bundle.get_devices(), properties);
}

kernel_bundle<bundle_state::executable> build(const kernel_bundle<bundle_state::input>& bundle,
                                              const std::vector<device>& devices, const property_list&) {
    return translated<bundle_state::executable>(bundle, devices);
}
kernel_bundle<bundle_state::executable> build(const kernel_bundle<bundle_state::input>& bundle,
                                              const property_list& properties) {
    return build(bundle, bundle.get_devices(), properties);
}

kernel_bundle<bundle_state::executable> link(const kernel_bundle<bundle_state::object>& bundle,
                                             const std::vector<device>& devices, const property_list&) {
    return translated<bundle_state::executable>(bundle, devices);
}
kernel_bundle<bundle_state::executable> link(const kernel_bundle<bundle_state::object>& bundle,
                                             const property_list& properties) {
    return link(bundle, bundle.get_devices(), properties);
}

kernel_bundle<bundle_state::executable> link(const std::vector<kernel_bundle<bundle_state::object>>& bundles,
                                             const std::vector<device>& devices, const property_list&) {
    const detail::bundle_contents all = detail::contents_of(bundles, "link");
    std::vector<device> chosen;
    for (const auto& one : bundles) chosen = devices_among(devices, one.get_devices());
    return detail::bundle_parts::make<bundle_state::executable>(
        bundles.front().get_context(), chosen, compiled_images(all.images, chosen, nullptr), all.constants);
}

kernel_bundle<bundle_state::executable> link(const std::vector<kernel_bundle<bundle_state::object>>& bundles,
                                             const property_list& properties) {
    if (bundles.empty()) detail::throw_bundles_differ("link", "nothing");
    std::vector<device> common = bundles.front().get_devices();
    for (const auto& one : bundles) {
        const std::vector<device> its = one.get_devices();
        std::erase_if(common, [&](const device& d) { return std::find(its.begin(), its.end(), d) == its.end(); });
    }
    return link(bundles, common, properties);
}

namespace detail {

handled_kernel_name::handled_kernel_name(const char* source_name) {
    names& all = known();
    const std::lock_guard lock(all.mutex);
    all.handled.insert(source_name);
}
bool handled_kernel_name::has(const char* source_name) {
    names& all = known();
    const std::lock_guard lock(all.mutex);
    return all.handled.contains(source_name);
}

used_specialization::used_specialization(std::uint64_t key) {
    names& all = known();
    const std::lock_guard lock(all.mutex);
    all.used.insert(key);
}
bool used_specialization::is_used(std::uint64_t key) {
    names& all = known();
    const std::lock_guard lock(all.mutex);
    return all.used.contains(key);
}

kernel_id kernel_id_parts::named(const char* source_name) {
    for (kernel_record* const one : ndweave::detail::listed_kernels()) {
        if (same_name(*one, source_name)) return make(*one);
    }
    refuse(std::string("the program launches no kernel of the name in \"") + source_name +
           "\": name it in its parallel_for or single_task");
}

bool is_compatible(const bundle_image& image, const device& d) {
    if (!ndweave::detail::offers_required_sizes(*image.kernel, d)) return false;
    if (missing_aspects(image.kernel->required_aspects, d) != 0) return false;
    if (d.get_backend() == backend::cpu) return true;
    if (d.has(aspect::fp16) && d.has(aspect::fp64) && d.has(aspect::atomic64)) return true;
    try {
        static_cast<void>(ndweave::detail::facts_of(*image.kernel, d));
    } catch (const ndweave::exception& e) {
        return e.code() != ndweave::errc::kernel_not_supported;
    }
    return true;
}

bool bundle_parts::any_takes_handler(const std::vector<bundle_image>& images) {
    return std::any_of(images.begin(), images.end(),
                       [](const bundle_image& one) { return handled_kernel_name::has(one.kernel->source_name); });
}

void bundle_parts::throw_no_such_kernel(const kernel_id& id) {
    refuse(std::string("get_kernel of a kernel bundle without kernel ") + id.get_name() + ": ask has_kernel first");
}

void throw_bundles_differ(const char* doing, const char* in) {
    refuse(std::string(doing) + " of kernel bundles: " + in +
           (std::strcmp(in, "nothing") == 0 ? " is given" : " of theirs differ"));
}

std::vector<device> devices_of_bundle(const context& c, const std::vector<device>& devices) {
    if (devices.empty()) refuse("a kernel bundle for no devices: give it one at least");
    const std::vector<device> all = c.get_devices();
    for (const device& d : devices) {
        if (!is_of(d, all)) refuse("a kernel bundle for " + d.identifier() + ", which is not a device of its context");
    }
    return without_doubles(devices);
}

std::vector<bundle_image> images_for(const std::vector<device>& devices, const std::vector<kernel_id>* ids) {
    std::vector<bundle_image> images;
    if (!ids) {
        for (kernel_record* const one : ndweave::detail::listed_kernels()) {
            if (runs_on_one({one, nullptr}, devices)) images.push_back({one, nullptr});
        }
        return images;
    }
    for (const kernel_id& id : *ids) {
        const bundle_image image{&kernel_id_parts::kernel(id), nullptr};
        if (!runs_on_one(image, devices))
            refuse(std::string("a kernel bundle with kernel ") + id.get_name() +
                   ", which none of its devices can run: ask is_compatible first");
        add_once(images, image);
    }
    return images;
}

}  // namespace detail

void handler::use_kernel_bundle(const kernel_bundle<bundle_state::executable>& bundle) {
    use_images(bundle.get_context(), detail::bundle_parts::images(bundle));
}

void handler::use_images(const context& of, std::vector<detail::bundle_image> images) {
    if (constants_set_)
        refuse("use_kernel_bundle in a command group that has set a specialization constant: set it in the bundle");
    if (of != context_) refuse("use_kernel_bundle of a bundle of another context than the queue's");
    images_ = std::move(images);
    uses_images_ = true;
}

void handler::choose_image(const char* source_name) {
    for (const detail::bundle_image& one : images_) {
        if (!same_name(*one.kernel, source_name)) continue;
        ndweave::detail::handler_access::constants(core_) = one.constants;
        return;
    }
    throw ndweave::exception(
        ndweave::errc::kernel_not_supported,
        std::string("a command group uses a kernel bundle without its kernel, \"") + source_name + "\"");
}

void handler::refuse_constants_of_bundle(const char* doing) {
    refuse(std::string(doing) + "_specialization_constant in a command group that uses a kernel bundle: " + doing +
           " it in the bundle, before it is compiled");
}

}  // namespace sycl
