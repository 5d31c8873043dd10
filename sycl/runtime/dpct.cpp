#include <algorithm>
#include <climits>
#include <cstdlib>

#include "dpct/device.hpp"
#include "dpct/memory.hpp"

namespace dpct {
namespace {

namespace d = sycl::info::device;

constinit thread_local unsigned current_id = 0;

int to_int(std::size_t n) { return n > INT_MAX ? INT_MAX : static_cast<int>(n); }

/// The digits of "sm_90": 9 and 0.
int version_of(const sycl::device& of, bool major) {
    const std::string name = of.get_info<ndweave::info::device::architecture>();
    if (!name.starts_with("sm_")) return 0;
    const int both = std::atoi(name.c_str() + 3);
    return major ? both / 10 : both % 10;
}

}  // namespace

int get_major_version(const sycl::device& of) { return version_of(of, true); }
int get_minor_version(const sycl::device& of) { return version_of(of, false); }

void has_capability_or_fail(const sycl::device& of, const std::vector<sycl::aspect>& needed) {
    for (const sycl::aspect a : needed) {
        if (of.has(a)) continue;
        throw sycl::exception(sycl::errc::runtime, of.get_info<d::name>() + " lacks the aspect " +
                                                       std::to_string(static_cast<int>(a)) +
                                                       " (sycl::aspect), which the program needs");
    }
}

device_ext::device_ext(const sycl::device& of) : sycl::device(of) {}
device_ext::~device_ext() = default;

void device_ext::get_memory_info(std::size_t& free_memory, std::size_t& total_memory) const {
    total_memory = get_global_mem_size();
    const std::uint64_t free_bytes = get_info<ndweave::info::device::free_memory>();
    free_memory = free_bytes != 0 ? free_bytes : total_memory;
}

device_info device_ext::get_device_info() const {
    device_info info;
    info.name_ = get_info<d::name>();
    const sycl::range<3> items = get_info<d::max_work_item_sizes<3>>();
    for (int a = 0; a < 3; ++a) {
        info.item_sizes_[a] = items[a];
        info.item_sizes_int_[a] = to_int(items[a]);
        info.nd_range_[a] = info.nd_range_int_[a] = INT_MAX;
    }
    info.major_ = dpct::get_major_version(*this);
    info.minor_ = dpct::get_minor_version(*this);
    info.integrated_ = is_gpu() ? 0 : 1;
    info.clock_ = to_int(std::size_t{1000} * get_info<d::max_clock_frequency>());
    info.compute_units_ = to_int(get_info<d::max_compute_units>());
    info.group_size_ = to_int(get_info<d::max_work_group_size>());
    info.sub_group_size_ = to_int(std::ranges::max(get_info<d::sub_group_sizes>()));
    info.global_memory_ = get_info<d::global_mem_size>();
    info.local_memory_ = get_info<d::local_mem_size>();
    info.memory_clock_ = 1000 * get_info<ndweave::info::device::memory_clock_rate>();
    info.memory_bus_ = get_info<ndweave::info::device::memory_bus_width>();
    info.cache_ = static_cast<unsigned>(get_info<d::global_mem_cache_size>());
    return info;
}

sycl::queue& device_ext::default_queue() {
    const std::lock_guard lock(mutex_);
    if (!own_) own_ = std::make_unique<sycl::queue>(*this, sycl::property::queue::in_order());
    return *own_;
}

void device_ext::reset() {
    queues_wait_and_throw();
    const std::lock_guard lock(mutex_);
    queues_.clear();
    saved_ = nullptr;
}

queue_ptr device_ext::create_queue(bool) {
    auto made = std::make_unique<sycl::queue>(get_context(), *this, sycl::property::queue::in_order());
    const std::lock_guard lock(mutex_);
    return queues_.emplace_back(std::move(made)).get();
}

void device_ext::destroy_queue(queue_ptr& queue) {
    std::unique_ptr<sycl::queue> taken;
    {
        const std::lock_guard lock(mutex_);
        const auto found = std::ranges::find(queues_, queue, &std::unique_ptr<sycl::queue>::get);
        if (found != queues_.end()) {
            taken = std::move(*found);
            queues_.erase(found);
        }
        if (saved_ == queue) saved_ = nullptr;
    }
    queue = nullptr;
    if (taken) taken->wait();
}

void device_ext::queues_wait_and_throw() {
    std::vector<sycl::queue> all;
    {
        const std::lock_guard lock(mutex_);
        if (own_) all.push_back(*own_);
        for (const auto& queue : queues_) all.push_back(*queue);
    }
    for (sycl::queue& queue : all) queue.wait_and_throw();
}

dev_mgr::dev_mgr() {
    const sycl::device first;
    devices_.push_back(std::make_unique<device_ext>(first));
    for (const sycl::device& other : sycl::device::get_devices()) {
        if (other != first) devices_.push_back(std::make_unique<device_ext>(other));
    }
}

dev_mgr& dev_mgr::instance() {
    // Not destroyed: static objects may use their queues while the process ends.
    static auto& manager = *new dev_mgr;
    return manager;
}

unsigned dev_mgr::current_device_id() const { return current_id; }

void dev_mgr::select_device(unsigned id) {
    static_cast<void>(get_device(id));
    current_id = id;
}

device_ext& dev_mgr::get_device(unsigned id) const {
    if (id < devices_.size()) return *devices_[id];
    throw sycl::exception(sycl::errc::invalid, "there is no device " + std::to_string(id) + "; dpct numbers " +
                                                   std::to_string(devices_.size()) + " from 0");
}

device_ext& dev_mgr::cpu_device() const {
    for (const auto& one : devices_) {
        if (one->is_cpu()) return *one;
    }
    throw sycl::exception(sycl::errc::runtime, "there is no device that is a CPU");
}

unsigned dev_mgr::get_device_id(const sycl::device& of) const {
    for (unsigned id = 0; id < devices_.size(); ++id) {
        if (*devices_[id] == of) return id;
    }
    throw sycl::exception(sycl::errc::invalid, "dpct does not number " + of.identifier());
}

namespace {

/// The bytes behind the element at a place of three-dimensional memory.
std::size_t offset_of(const pitched_data& memory, const sycl::id<3>& at) {
    return (at[2] * memory.get_y() + at[1]) * memory.get_pitch() + at[0];
}

/// `command(to row, from row)` for each row of a box, or once for all if they follow each other.
template <class Command>
void for_rows(const sycl::range<3>& size, const Command& command) {
    for (std::size_t z = 0; z < size[2]; ++z) {
        for (std::size_t y = 0; y < size[1]; ++y) command(y, z);
    }
}

}  // namespace

pitched_data dpct_malloc(sycl::range<3> size, sycl::queue& q) {
    pitched_data memory(nullptr, 0, size[0], size[1]);
    std::size_t pitch = 0;
    memory.set_data_ptr(detail::allocate(pitch, size[0], size[1], size[2], q));
    memory.set_pitch(pitch);
    return memory;
}

namespace detail {

void* allocate(std::size_t& pitch, std::size_t x, std::size_t y, std::size_t z, sycl::queue& q) {
    constexpr std::size_t row_alignment = 32;
    pitch = (x + row_alignment - 1) / row_alignment * row_alignment;
    return sycl::malloc_device(pitch * y * z, q);
}

sycl::event copy_box(const pitched_data& to, const sycl::id<3>& to_at, const pitched_data& from,
                     const sycl::id<3>& from_at, const sycl::range<3>& size, sycl::queue& q) {
    auto* const first_to = static_cast<unsigned char*>(to.get_data_ptr()) + offset_of(to, to_at);
    const auto* const first_from = static_cast<const unsigned char*>(from.get_data_ptr()) + offset_of(from, from_at);
    sycl::event last;
    if (size[0] == to.get_pitch() && size[0] == from.get_pitch() && size[2] == 1)
        return q.memcpy(first_to, first_from, size[0] * size[1]);
    for_rows(size, [&](std::size_t y, std::size_t z) {
        last = q.memcpy(first_to + (z * to.get_y() + y) * to.get_pitch(),
                        first_from + (z * from.get_y() + y) * from.get_pitch(), size[0]);
    });
    return last;
}

sycl::event set_box(const pitched_data& to, int value, const sycl::range<3>& size, sycl::queue& q) {
    auto* const first = static_cast<unsigned char*>(to.get_data_ptr());
    sycl::event last;
    for_rows(size, [&](std::size_t y, std::size_t z) {
        last = q.memset(first + (z * to.get_y() + y) * to.get_pitch(), value, size[0]);
    });
    return last;
}

}  // namespace detail
}  // namespace dpct
