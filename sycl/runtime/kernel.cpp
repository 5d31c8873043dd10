#include <algorithm>
#include <string>

#include "sycl/execution/bundles/kernel_bundle.hpp"
#include "sycl/execution/queue.hpp"
#include "sycl/runtime/queue_state.hpp"

namespace sycl {
namespace {

namespace d = info::kernel_device_specific;

/// Throws as kernel::get_info.
ndweave::detail::kernel_facts facts_of(const kernel_id& id, const device& one) {
    ndweave::detail::kernel_record& kernel = detail::kernel_id_parts::kernel(id);
    try {
        return ndweave::detail::facts_of(kernel, one);
    } catch (const ndweave::exception& e) {
        if (e.code() != ndweave::errc::kernel_not_supported) throw;
        throw ndweave::exception(ndweave::errc::invalid, std::string("get_info of a kernel: ") + e.what());
    }
}

/// Of kernels that say nothing else.
std::uint32_t sub_group_size(const device& one) {
    if (const std::uint32_t size = detail::kernel_defaults_for(one).sub_group_size; size != 0) return size;
    return static_cast<std::uint32_t>(one.get_info<info::device::sub_group_sizes>().front());
}

/// That of the kernel's attribute, 1 in dimensions that it does not name; zeros where there is none.
range<3> required_work_group(const kernel_id& id) {
    const auto& size = detail::kernel_id_parts::kernel(id).required_work_group_size;
    if (size[0] == 0) return {0, 0, 0};
    return {size[0], std::max(size[1], 1u), std::max(size[2], 1u)};
}

std::uint32_t required_sub_group(const kernel_id& id) {
    return detail::kernel_id_parts::kernel(id).required_sub_group_size;
}

/// Of work-groups that are on a GPU's compute unit at once: what all GPUs can hold.
constexpr std::size_t most_groups_of_unit = 16;

/// A lower bound: a compute unit holds as many work-items and as much local memory as the largest group may have.
std::size_t groups_at_once(const kernel_id& id, const device& one, std::size_t items, std::size_t local_bytes) {
    const ndweave::detail::kernel_facts facts = facts_of(id, one);
    const std::size_t memory = one.get_info<info::device::local_mem_size>(), bytes = facts.local_bytes + local_bytes;
    if (items == 0 || items > facts.max_work_group_size || bytes > memory) return 0;
    const std::size_t units = one.get_info<info::device::max_compute_units>();
    if (one.is_cpu()) return units;
    const std::size_t by_items = facts.max_work_group_size / items, by_memory = bytes ? memory / bytes : by_items;
    return units * std::min({most_groups_of_unit, by_items, by_memory});
}

[[noreturn]] void refuse(const char* what) {
    throw ndweave::exception(ndweave::errc::invalid, std::string(what) + " is not known of kernels of SYCL programs");
}

}  // namespace

#define SYCL_DETAIL_INFO(descriptor, ...)                                                                              \
    template <>                                                                                                        \
    NDWEAVE_EXPORT typename info::kernel::descriptor::return_type kernel::get_info<info::kernel::descriptor>() const { \
        return __VA_ARGS__;                                                                                            \
    }
SYCL_DETAIL_INFO(num_args, (refuse("num_args"), 0))
SYCL_DETAIL_INFO(attributes, {})
SYCL_DETAIL_INFO(function_name, id_.get_name())
SYCL_DETAIL_INFO(reference_count, 1)
SYCL_DETAIL_INFO(context, get_context())
#undef SYCL_DETAIL_INFO

#define SYCL_DETAIL_INFO(descriptor, ...)                                                                         \
    template <>                                                                                                   \
    NDWEAVE_EXPORT typename d::descriptor::return_type kernel::get_info<d::descriptor>(const device& one) const { \
        return __VA_ARGS__;                                                                                       \
    }
SYCL_DETAIL_INFO(global_work_size, (static_cast<void>(one), refuse("global_work_size"), range<3>()))
SYCL_DETAIL_INFO(work_group_size, facts_of(id_, one).max_work_group_size)
SYCL_DETAIL_INFO(compile_work_group_size, (static_cast<void>(facts_of(id_, one)), required_work_group(id_)))
SYCL_DETAIL_INFO(preferred_work_group_size_multiple,
                 std::min<std::size_t>(sub_group_size(one), facts_of(id_, one).max_work_group_size))
SYCL_DETAIL_INFO(private_mem_size, facts_of(id_, one).private_bytes)
SYCL_DETAIL_INFO(max_num_sub_groups, static_cast<std::uint32_t>(std::max<std::uint64_t>(
                                         facts_of(id_, one).max_work_group_size / sub_group_size(one), 1)))
SYCL_DETAIL_INFO(compile_num_sub_groups, (static_cast<void>(facts_of(id_, one)), 0))
SYCL_DETAIL_INFO(max_sub_group_size, (static_cast<void>(facts_of(id_, one)), sub_group_size(one)))
SYCL_DETAIL_INFO(compile_sub_group_size, (static_cast<void>(facts_of(id_, one)), required_sub_group(id_)))
SYCL_DETAIL_INFO(ext_codeplay_num_regs, facts_of(id_, one).registers)
#undef SYCL_DETAIL_INFO

namespace q = ext::oneapi::experimental::info::kernel_queue_specific;

namespace {
template <int D>
id<D> most_work_items(const kernel_id& kernel, const device& one) {
    const std::size_t most = facts_of(kernel, one).max_work_group_size;
    const auto sizes = one.get_info<info::device::max_work_item_sizes<D>>();
    id<D> found;
    for (int dimension = 0; dimension < D; ++dimension)
        found[dimension] = std::min<std::size_t>(sizes[dimension], most);
    return found;
}
}  // namespace

#define SYCL_DETAIL_INFO(descriptor, ...)                                                                            \
    template <>                                                                                                      \
    NDWEAVE_EXPORT typename descriptor::return_type kernel::ext_oneapi_get_info<descriptor>(const queue& on) const { \
        const device one = on.get_device();                                                                          \
        return __VA_ARGS__;                                                                                          \
    }
SYCL_DETAIL_INFO(q::max_work_group_size, facts_of(id_, one).max_work_group_size)
SYCL_DETAIL_INFO(q::max_work_item_sizes<1>, most_work_items<1>(id_, one))
SYCL_DETAIL_INFO(q::max_work_item_sizes<2>, most_work_items<2>(id_, one))
SYCL_DETAIL_INFO(q::max_work_item_sizes<3>, most_work_items<3>(id_, one))
#undef SYCL_DETAIL_INFO

template <>
NDWEAVE_EXPORT std::uint32_t kernel::group_info<q::max_sub_group_size>(const queue& on, std::size_t,
                                                                       std::size_t) const {
    return get_info<d::max_sub_group_size>(on.get_device());
}
template <>
NDWEAVE_EXPORT std::uint32_t kernel::group_info<q::num_sub_groups>(const queue& on, std::size_t items,
                                                                   std::size_t) const {
    const std::uint32_t required = get_info<d::compile_sub_group_size>(on.get_device());
    const std::size_t size = required != 0 ? required : get_info<d::max_sub_group_size>(on.get_device());
    return static_cast<std::uint32_t>((items + size - 1) / size);
}
template <>
NDWEAVE_EXPORT std::size_t kernel::group_info<q::max_num_work_groups>(const queue& on, std::size_t items,
                                                                      std::size_t local_bytes) const {
    return groups_at_once(id_, on.get_device(), items, local_bytes);
}

bool kernel::equals(const kernel& other) const { return id_ == other.id_ && bundle_ == other.bundle_; }

}  // namespace sycl

std::size_t std::hash<sycl::kernel>::operator()(const sycl::kernel& k) const noexcept {
    return std::hash<sycl::kernel_id>()(k.id_) ^
           std::hash<sycl::kernel_bundle<sycl::bundle_state::executable>>()(k.bundle_);
}
