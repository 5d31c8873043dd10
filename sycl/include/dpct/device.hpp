/// dpct's devices: each has a number, a queue of its own, and the queues that a program makes of it; each thread has a
/// current one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "sycl/execution/exception.hpp"
#include "sycl/execution/queue.hpp"

namespace dpct {

using queue_ptr = sycl::queue*;
using event_ptr = sycl::event*;

inline void destroy_event(event_ptr event) { delete event; }

/// What a device tells of itself. Memory in bytes, frequencies in kHz.
class device_info {
public:
    const char* get_name() const { return name_.c_str(); }
    /// As a range, or as an array of `int` or `std::size_t`.
    template <class Sizes = sycl::range<3>>
    auto get_max_work_item_sizes() const {
        return sizes<Sizes>(*this, item_sizes_, item_sizes_int_);
    }
    template <class Sizes = sycl::range<3>>
    auto get_max_work_item_sizes() {
        return sizes<Sizes>(*this, item_sizes_, item_sizes_int_);
    }
    template <class Sizes = sycl::range<3>>
    auto get_max_nd_range_size() const {
        return sizes<Sizes>(*this, nd_range_, nd_range_int_);
    }
    template <class Sizes = sycl::range<3>>
    auto get_max_nd_range_size() {
        return sizes<Sizes>(*this, nd_range_, nd_range_int_);
    }
    bool get_host_unified_memory() const { return integrated_ != 0; }
    int get_major_version() const { return major_; }
    int get_minor_version() const { return minor_; }
    int get_integrated() const { return integrated_; }
    int get_max_clock_frequency() const { return clock_; }
    int get_max_compute_units() const { return compute_units_; }
    int get_max_work_group_size() const { return group_size_; }
    int get_max_sub_group_size() const { return sub_group_size_; }
    int get_max_work_items_per_compute_unit() const { return group_size_; }
    std::size_t get_global_mem_size() const { return global_memory_; }
    std::size_t get_local_mem_size() const { return local_memory_; }
    unsigned get_memory_clock_rate() const { return memory_clock_; }
    unsigned get_memory_bus_width() const { return memory_bus_; }
    unsigned get_global_mem_cache_size() const { return cache_; }

private:
    friend class device_ext;

    template <class Sizes, class Self, class Wide, class Narrow>
    static auto sizes(Self&, Wide& wide, Narrow& narrow) {
        if constexpr (std::is_same_v<std::remove_const_t<std::remove_pointer_t<Sizes>>, int>) {
            return &narrow[0];
        } else if constexpr (std::is_pointer_v<Sizes>) {
            return &wide[0];
        } else {
            return sycl::range<3>(wide[0], wide[1], wide[2]);
        }
    }

    std::string name_;
    std::size_t item_sizes_[3] = {}, nd_range_[3] = {};
    int item_sizes_int_[3] = {}, nd_range_int_[3] = {};
    int major_ = 0, minor_ = 0, integrated_ = 0, clock_ = 0, compute_units_ = 0, group_size_ = 0, sub_group_size_ = 0;
    std::size_t global_memory_ = 0, local_memory_ = 0;
    unsigned memory_clock_ = 0, memory_bus_ = 0, cache_ = 0;
};

/// A device with queues. Thread-safe.
class NDWEAVE_EXPORT device_ext : public sycl::device {
public:
    explicit device_ext(const sycl::device& of);
    ~device_ext();
    device_ext(const device_ext&) = delete;
    device_ext& operator=(const device_ext&) = delete;

    int get_major_version() const { return get_device_info().get_major_version(); }
    int get_minor_version() const { return get_device_info().get_minor_version(); }
    int get_max_compute_units() const { return get_device_info().get_max_compute_units(); }
    int get_max_clock_frequency() const { return get_device_info().get_max_clock_frequency(); }
    int get_max_work_group_size() const { return get_device_info().get_max_work_group_size(); }
    int get_max_sub_group_size() const { return get_device_info().get_max_sub_group_size(); }
    int get_integrated() const { return get_device_info().get_integrated(); }
    std::size_t get_global_mem_size() const { return get_device_info().get_global_mem_size(); }
    std::size_t get_local_mem_size() const { return get_device_info().get_local_mem_size(); }
    int get_mem_base_addr_align() const {
        return static_cast<int>(get_info<sycl::info::device::mem_base_addr_align>());
    }
    /// Free memory is all of it where the device does not tell.
    void get_memory_info(std::size_t& free_memory, std::size_t& total_memory) const;
    device_info get_device_info() const;
    void get_device_info(device_info& out) const { out = get_device_info(); }

    /// Waits for all of its queues and forgets those that the program made.
    void reset();

    // Its own queue, under three names: queues are in order. It is made when it is asked for.
    sycl::queue& default_queue();
    sycl::queue& in_order_queue() { return default_queue(); }
    sycl::queue& out_of_order_queue() { return default_queue(); }
    sycl::context get_context() { return default_queue().get_context(); }

    /// A further queue, the device's until destroy_queue. Asynchronous errors are thrown by wait with and without
    /// `enable_exception_handler`.
    queue_ptr create_queue(bool enable_exception_handler = false);
    queue_ptr create_in_order_queue(bool enable_exception_handler = false) {
        return create_queue(enable_exception_handler);
    }
    queue_ptr create_out_of_order_queue(bool enable_exception_handler = false) {
        return create_queue(enable_exception_handler);
    }
    /// Waits for it. Its own queue and null are left alone; the pointer becomes null.
    void destroy_queue(queue_ptr& queue);
    void queues_wait_and_throw();

    void set_saved_queue(queue_ptr queue) { saved_ = queue; }
    queue_ptr get_saved_queue() { return saved_ ? saved_ : &default_queue(); }

private:
    std::mutex mutex_;
    std::unique_ptr<sycl::queue> own_;
    std::vector<std::unique_ptr<sycl::queue>> queues_;
    queue_ptr saved_ = nullptr;  // its own
};

/// All devices by number: the default device is 0.
class NDWEAVE_EXPORT dev_mgr {
public:
    static dev_mgr& instance();

    /// The calling thread's.
    device_ext& current_device() { return get_device(current_device_id()); }
    unsigned current_device_id() const;
    void select_device(unsigned id);
    /// Throws errc::invalid for a number that no device has.
    device_ext& get_device(unsigned id) const;
    /// Throws errc::runtime where there is none.
    device_ext& cpu_device() const;
    unsigned device_count() const { return static_cast<unsigned>(devices_.size()); }
    unsigned get_device_id(const sycl::device&) const;
    template <class Selector>
    void select_device(const Selector& selector) {
        select_device(get_device_id(sycl::device(selector)));
    }

private:
    dev_mgr();
    std::vector<std::unique_ptr<device_ext>> devices_;
};

inline device_ext& get_current_device() { return dev_mgr::instance().current_device(); }
inline device_ext& get_device(unsigned id) { return dev_mgr::instance().get_device(id); }
inline device_ext& cpu_device() { return dev_mgr::instance().cpu_device(); }
inline unsigned get_current_device_id() { return dev_mgr::instance().current_device_id(); }
inline unsigned get_device_id(const sycl::device& d) { return dev_mgr::instance().get_device_id(d); }
inline unsigned device_count() { return dev_mgr::instance().device_count(); }
inline unsigned select_device(unsigned id) {
    dev_mgr::instance().select_device(id);
    return id;
}

inline sycl::queue& get_default_queue() { return get_current_device().default_queue(); }
inline sycl::queue& get_in_order_queue() { return get_current_device().in_order_queue(); }
inline sycl::queue& get_out_of_order_queue() { return get_current_device().out_of_order_queue(); }
inline sycl::context get_default_context() { return get_current_device().get_context(); }

/// Of what the device calls its version: "8.0" of sm_80; else 0.
NDWEAVE_EXPORT int get_major_version(const sycl::device&);
NDWEAVE_EXPORT int get_minor_version(const sycl::device&);

/// Throws errc::runtime where the device lacks one of the aspects.
NDWEAVE_EXPORT void has_capability_or_fail(const sycl::device&, const std::vector<sycl::aspect>&);

}  // namespace dpct
