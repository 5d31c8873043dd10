/// SYCL 2020 local_accessor (4.7.6.11): an array in the work-group's local memory, created in a command group.
#pragma once

#include <cstddef>
#include <type_traits>

#include "ndweave/handler.hpp"
#include "ndweave/range.hpp"

namespace ndweave {

namespace detail {

/// The result of `accessor[i]` before the last index: the sub-array from there.
template <class T, int D>
class local_row {
public:
    constexpr local_row(T* first, const std::size_t* extent) : first_(first), extent_(extent) {}

    decltype(auto) operator[](std::size_t i) const {
        __ndweave_check_index(i, extent_[0]);
        if constexpr (D == 1) {
            return (first_[i]);
        } else {
            std::size_t stride = extent_[1];
            if constexpr (D == 3) stride *= extent_[2];
            return local_row<T, D - 1>(first_ + i * stride, extent_ + 1);
        }
    }

private:
    T* first_;
    const std::size_t* extent_;  // of this dimension and the later ones
};

}  // namespace detail

/// Uninitialised; shared by the work-items of a group; exists while the group runs. Copies refer to the same array.
template <class T, int D = 1>
class local_accessor {
public:
    using value_type = T;
    using reference = T&;
    static constexpr int dimensions = D;

    /// Of no elements.
    local_accessor() = default;

    /// `extent` elements in every work-group of the kernel that the command group launches. The launch throws
    /// errc::memory_allocation if the device has less local memory.
    local_accessor(range<D> extent, handler& h)
        : offset_(detail::handler_access::reserve_local(h, detail::bytes_of(detail::elements_of(extent), sizeof(T)),
                                                        alignof(T) > alignment ? alignof(T) : alignment) /
                  alignment) {
        for (int d = 0; d < D; ++d) extent_[d] = extent[d];
    }

    /// The same array, to read only.
    template <class U>
    requires(std::is_same_v<T, const U>)
    constexpr local_accessor(const local_accessor<U, D>& other) : offset_(other.offset_) {
        for (int d = 0; d < D; ++d) extent_[d] = other.extent_[d];
    }

    constexpr range<D> get_range() const {
        range<D> r;
        for (int d = 0; d < D; ++d) r[d] = extent_[d];
        return r;
    }
    constexpr std::size_t size() const { return get_range().size(); }
    constexpr std::size_t byte_size() const { return size() * sizeof(T); }
    constexpr bool empty() const { return size() == 0; }

    /// In kernels only.
    T* get_pointer() const {
        return reinterpret_cast<T*>(static_cast<unsigned char*>(__ndweave_local_memory()) + offset_ * alignment);
    }
    T& operator[](const id<D>& i) const requires(D > 1) {
        std::size_t at = i[0];
        for (int d = 0; d < D; ++d) __ndweave_check_index(i[d], extent_[d]);
        for (int d = 1; d < D; ++d) at = at * extent_[d] + i[d];
        return get_pointer()[at];
    }
    /// Of one dimension ids and items are numbers.
    decltype(auto) operator[](std::size_t i) const {
        if constexpr (D == 1) {
            return (get_pointer()[i]);
        } else {
            return detail::local_row<T, D>(get_pointer(), extent_)[i];
        }
    }
    T* begin() const { return get_pointer(); }
    T* end() const { return get_pointer() + size(); }

    /// Whether both are the same array.
    friend bool operator==(const local_accessor&, const local_accessor&) = default;
    /// The same for those that are equal.
    constexpr std::size_t hash() const noexcept { return offset_ * 31 + extent_[0]; }

private:
    template <class, int>
    friend class local_accessor;

    static constexpr std::size_t alignment = 64;  // whole vectors

    std::size_t offset_ = 0;  // in units of the alignment, so that compilers can deduce it
    std::size_t extent_[D] = {};
};

}  // namespace ndweave
