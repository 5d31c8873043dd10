/// Elements of a buffer through an accessor: subscripts, iterators and pointers.
#pragma once

#include <compare>
#include <cstddef>
#include <iterator>
#include <type_traits>

#include "ndweave/nd_item.hpp"
#include "ndweave/range.hpp"
#include "sycl/memory/access_mode.hpp"
#include "sycl/memory/atomic.hpp"
#include "sycl/memory/multi_ptr.hpp"

namespace sycl::detail {

/// Names the subscript to check mode. Only the kernel compiler does something with it.
inline void check_subscript([[maybe_unused]] std::size_t index, [[maybe_unused]] std::size_t count) {
#if defined(__clang__)
    __ndweave_check_index(index, count);
#endif
}

/// What accessors of `T` by mode give for an element.
template <class T, access_mode M>
struct element_access {
    using value_type = std::conditional_t<M == access_mode::read, const T, T>;
    using reference = value_type&;
    static reference at(value_type* p) { return *p; }
};
template <class T>
struct element_access<T, access_mode::atomic> {
    using value_type = T;
    using reference = atomic<T, access::address_space::global_space>;
    static reference at(T* p) { return reference(multi_ptr<T, access::address_space::global_space>(p)); }
};

/// The extents of an accessor: of its own part, and of the rows of the buffer.
template <int D>
struct element_shape {
    std::size_t extent[D], row[D];
};

/// The result of `accessor[i]` before the last index.
template <class T, access_mode M, int D, int Left>
class subscripts {
public:
    using element = element_access<T, M>;

    subscripts(typename element::value_type* first, const element_shape<D>& shape) : first_(first), shape_(shape) {}

    decltype(auto) operator[](std::size_t i) const {
        constexpr int dimension = D - Left;
        check_subscript(i, shape_.extent[dimension]);
        if constexpr (Left == 1) {
            return element::at(first_ + i);
        } else {
            std::size_t stride = shape_.row[dimension + 1];
            if constexpr (Left == 3) stride *= shape_.row[dimension + 2];
            return subscripts<T, M, D, Left - 1>(first_ + i * stride, shape_);
        }
    }

private:
    typename element::value_type* first_;
    const element_shape<D>& shape_;
};

/// Walks the elements of a part of an array in row-major order.
template <class T, int D>
class part_iterator {
public:
    using value_type = std::remove_cv_t<T>;
    using reference = T&;
    using pointer = T*;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::random_access_iterator_tag;

    part_iterator() = default;
    part_iterator(T* first, const element_shape<D>& shape, difference_type at)
        : first_(first), shape_(shape), at_(at) {}

    T& operator*() const { return first_[offset()]; }
    T* operator->() const { return first_ + offset(); }
    T& operator[](difference_type n) const { return *(*this + n); }

    part_iterator& operator+=(difference_type n) {
        at_ += n;
        return *this;
    }
    part_iterator& operator-=(difference_type n) { return *this += -n; }
    part_iterator& operator++() { return *this += 1; }
    part_iterator& operator--() { return *this -= 1; }
    part_iterator operator++(int) {
        const part_iterator before = *this;
        ++at_;
        return before;
    }
    part_iterator operator--(int) {
        const part_iterator before = *this;
        --at_;
        return before;
    }
    friend part_iterator operator+(part_iterator a, difference_type n) { return a += n; }
    friend part_iterator operator+(difference_type n, part_iterator a) { return a += n; }
    friend part_iterator operator-(part_iterator a, difference_type n) { return a -= n; }
    friend difference_type operator-(const part_iterator& a, const part_iterator& b) { return a.at_ - b.at_; }
    friend bool operator==(const part_iterator& a, const part_iterator& b) { return a.at_ == b.at_; }
    friend auto operator<=>(const part_iterator& a, const part_iterator& b) { return a.at_ <=> b.at_; }

private:
    std::size_t offset() const {
        auto left = static_cast<std::size_t>(at_);
        std::size_t offset = 0, stride = 1;
        for (int d = D - 1; d > 0; --d) {
            offset += left % shape_.extent[d] * stride;
            left /= shape_.extent[d];
            stride *= shape_.row[d];
        }
        return offset + left * stride;
    }

    T* first_ = nullptr;
    element_shape<D> shape_{};
    difference_type at_ = 0;
};

/// The part of an array that an accessor of `T` in `D` dimensions (1 to 3) has. Copies are of bytes.
template <class T, int D, access_mode M>
class elements {
    using element = element_access<std::remove_const_t<T>, std::is_const_v<T> ? access_mode::read : M>;

public:
    using value_type = typename element::value_type;
    using reference = typename element::reference;
    using const_reference = const std::remove_const_t<T>&;
    using difference_type = std::ptrdiff_t;
    using size_type = std::size_t;
    using iterator = std::conditional_t<D == 1, value_type*, part_iterator<value_type, D>>;
    using const_iterator = std::conditional_t<D == 1, const T*, part_iterator<const T, D>>;
    using reverse_iterator = std::reverse_iterator<iterator>;
    using const_reverse_iterator = std::reverse_iterator<const_iterator>;
    static constexpr int dimensions = D;

    elements() = default;

    /// The number of elements of the accessor's part.
    size_type size() const noexcept { return get_range().size(); }
    size_type byte_size() const noexcept { return size() * sizeof(T); }
    size_type max_size() const noexcept { return static_cast<size_type>(-1) / 2 / sizeof(T); }
    bool empty() const noexcept { return size() == 0; }
    size_type get_count() const noexcept { return size(); }  // SYCL 1.2.1
    size_type get_size() const noexcept { return byte_size(); }
    ndweave::range<D> get_range() const {
        ndweave::range<D> r;
        for (int d = 0; d < D; ++d) r[d] = shape_.extent[d];
        return r;
    }
    /// Where the part begins in the buffer.
    ndweave::id<D> get_offset() const {
        ndweave::id<D> i;
        for (int d = 0; d < D; ++d) i[d] = offset_[d];
        return i;
    }

    /// Indices count from the accessor's offset.
    reference operator[](const ndweave::id<D>& i) const requires(D > 1) {
        for (int d = 0; d < D; ++d) check_subscript(i[d], shape_.extent[d]);
        std::size_t at = i[0];
        for (int d = 1; d < D; ++d) at = at * shape_.row[d] + i[d];
        return element::at(first_ + at);
    }
    /// Of one dimension ids and items are numbers.
    decltype(auto) operator[](std::size_t i) const {
        if constexpr (D == 1) {
            check_subscript(i, shape_.extent[0]);
            return element::at(first_ + i);
        } else {
            return subscripts<std::remove_const_t<T>, std::is_const_v<T> ? access_mode::read : M, D, D>(first_,
                                                                                                        shape_)[i];
        }
    }

    iterator begin() const noexcept {
        if constexpr (D == 1) {
            return first_;
        } else {
            return iterator(first_, shape_, 0);
        }
    }
    iterator end() const noexcept { return begin() + static_cast<difference_type>(size()); }
    const_iterator cbegin() const noexcept {
        if constexpr (D == 1) {
            return first_;
        } else {
            return const_iterator(first_, shape_, 0);
        }
    }
    const_iterator cend() const noexcept { return cbegin() + static_cast<difference_type>(size()); }
    reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
    reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
    const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
    const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

protected:
    template <class, int, access_mode>
    friend class elements;

    elements(value_type* first, const element_shape<D>& shape, const ndweave::id<D>& offset)
        : first_(first), shape_(shape) {
        for (int d = 0; d < D; ++d) offset_[d] = offset[d];
    }
    template <class U, access_mode Other>
    explicit elements(const elements<U, D, Other>& other) : first_(other.first_), shape_(other.shape_) {
        for (int d = 0; d < D; ++d) offset_[d] = other.offset_[d];
    }

    /// The start of the buffer.
    value_type* buffer_start() const {
        std::size_t at = offset_[0];
        for (int d = 1; d < D; ++d) at = at * shape_.row[d] + offset_[d];
        return first_ - at;
    }

    value_type* first_ = nullptr;  // of the part
    element_shape<D> shape_{};
    std::size_t offset_[D] = {};
};

}  // namespace sycl::detail
