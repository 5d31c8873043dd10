/// dpct's variables that kernels use, `__device__`, `__constant__` and `__managed__` ones: the command group passes the
/// kernel their address, or an accessor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

#include "dpct/device.hpp"
#include "sycl/core_names.hpp"
#include "sycl/memory/accessor.hpp"
#include "sycl/memory/local_accessor.hpp"
#include "sycl/memory/usm.hpp"

namespace dpct {

/// `shared`: memory that host and devices access.
enum memory_region { global = 0, constant, local, shared };
using byte_t = std::uint8_t;

/// What kernels are given of an array of 2 or 3 dimensions: one subscript gives a row or a slice.
template <class T, memory_region Region, std::size_t Dimensions>
class accessor {
    static_assert(Dimensions == 2 || Dimensions == 3, "dpct::accessor has 2 or 3 dimensions");

public:
    using element_t = T;
    using pointer_t = T*;

    accessor(pointer_t data, const sycl::range<Dimensions>& extent) : data_(data), extent_(extent) {}
    template <sycl::access_mode M, sycl::target Target, sycl::access::placeholder P>
    accessor(const sycl::accessor<T, Dimensions, M, Target, P>& a, const sycl::range<Dimensions>& extent)
        : data_(a.template get_multi_ptr<sycl::access::decorated::no>().get_raw()), extent_(extent) {}
    accessor(const sycl::local_accessor<T, Dimensions>& a, const sycl::range<Dimensions>& extent)
        : data_(a.template get_multi_ptr<sycl::access::decorated::no>().get_raw()), extent_(extent) {}

    auto operator[](std::size_t index) const {
        if constexpr (Dimensions == 2) {
            return data_ + index * extent_[1];
        } else {
            return accessor<T, Region, 2>(data_ + index * extent_[1] * extent_[2], {extent_[1], extent_[2]});
        }
    }
    pointer_t get_ptr() const { return data_; }

private:
    pointer_t data_;
    sycl::range<Dimensions> extent_;
};

/// An array, or one variable (0 dimensions), in memory of the device that is current when it is first used; its initial
/// values go there then.
template <class T, memory_region Region, std::size_t Dimensions>
class device_memory {
    static_assert(Region != local, "local memory is a sycl::local_accessor");
    static constexpr int rank = Dimensions == 0 ? 1 : static_cast<int>(Dimensions);

public:
    using value_t = std::remove_cv_t<T>;
    using element_t = std::conditional_t<Region == constant, const T, T>;
    using accessor_t = accessor<element_t, Region, Dimensions>;

    device_memory() : device_memory(ones()) {}
    explicit device_memory(const sycl::range<rank>& extent) : extent_(extent) {}
    device_memory(const sycl::range<rank>& extent, std::initializer_list<value_t> values)
        : extent_(extent), initial_(values) {
        require_room(values.size());
    }
    /// Of 2 dimensions, a list of rows.
    device_memory(const sycl::range<2>& extent, std::initializer_list<std::initializer_list<value_t>> rows)
        requires(Dimensions == 2)
        : extent_(extent), initial_(extent.size()) {
        std::size_t row = 0;
        for (const auto& values : rows) {
            if (values.size() > extent[1] || row >= extent[0]) require_room(SIZE_MAX);
            std::size_t at = row++ * extent[1];
            for (const value_t& value : values) initial_[at++] = value;
        }
    }
    /// Extents.
    template <class... Extents>
    requires(Dimensions > 0 && sizeof...(Extents) == Dimensions && (std::is_convertible_v<Extents, std::size_t> && ...))
    explicit device_memory(Extents... extents)
        : device_memory(sycl::range<rank>(static_cast<std::size_t>(extents)...)) {}
    /// The value.
    explicit device_memory(const value_t& value) requires(Dimensions == 0) : extent_(ones()), initial_{value} {}

    ~device_memory() {
        if (data_) sycl::free(data_, *owner_);
    }
    device_memory(const device_memory&) = delete;
    device_memory& operator=(const device_memory&) = delete;

    void init() { init(get_default_queue()); }
    void init(sycl::queue& q) {
        const std::lock_guard lock(mutex_);
        if (data_) return;
        auto* const memory = static_cast<value_t*>(Region == shared ? sycl::malloc_shared(get_size(), q)
                                                                    : sycl::malloc_device(get_size(), q));
        if (!memory)
            throw sycl::exception(sycl::errc::memory_allocation,
                                  "a dpct variable of " + std::to_string(get_size()) + " bytes");
        owner_ = std::make_unique<sycl::queue>(q);
        q.memset(memory, 0, get_size()).wait();
        if (!initial_.empty()) q.memcpy(memory, initial_.data(), initial_.size() * sizeof(value_t)).wait();
        data_ = memory;
    }

    value_t* get_ptr() { return get_ptr(get_default_queue()); }
    value_t* get_ptr(sycl::queue& q) {
        init(q);
        return data_;
    }
    /// Bytes.
    std::size_t get_size() const { return extent_.size() * sizeof(value_t); }
    const sycl::range<rank>& get_range() const { return extent_; }

    /// On the host: of shared memory.
    value_t& operator[](std::size_t index) requires(Dimensions == 1) { return get_ptr()[index]; }

    accessor_t get_access(sycl::handler&) requires(Dimensions > 1) { return accessor_t(get_ptr(), extent_); }

private:
    static sycl::range<rank> ones() {
        if constexpr (rank == 1) {
            return sycl::range<1>(1);
        } else if constexpr (rank == 2) {
            return sycl::range<2>(1, 1);
        } else {
            return sycl::range<3>(1, 1, 1);
        }
    }
    void require_room(std::size_t values) const {
        if (values <= extent_.size()) return;
        throw sycl::exception(sycl::errc::invalid, "a dpct variable of " + std::to_string(extent_.size()) +
                                                       " elements has more initial values");
    }

    const sycl::range<rank> extent_;
    std::vector<value_t> initial_;
    std::mutex mutex_;
    value_t* data_ = nullptr;
    std::unique_ptr<sycl::queue> owner_;
};

template <class T, std::size_t Dimensions>
using global_memory = device_memory<T, global, Dimensions>;
template <class T, std::size_t Dimensions>
using constant_memory = device_memory<T, constant, Dimensions>;
template <class T, std::size_t Dimensions>
using shared_memory = device_memory<T, shared, Dimensions>;

}  // namespace dpct
