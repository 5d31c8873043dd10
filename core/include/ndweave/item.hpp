/// SYCL 2020 item (4.9.1.4): the index of one work-item of a `parallel_for` over a range.
#pragma once

#include <cstddef>
#include <type_traits>

#include "ndweave/range.hpp"

namespace ndweave {

/// `WithOffset` says whether it tells where indices begin, which is not 0 only for what SYCL has deprecated. One that
/// does not becomes one that does, of offset 0.
template <int D = 1, bool WithOffset = true>
class item {
public:
    static constexpr int dimensions = D;

    constexpr item(id<D> index, range<D> extent) : index_(index), extent_(extent) {}
    constexpr item(id<D> index, range<D> extent, id<D> offset) requires WithOffset
        : index_(index), extent_(extent), offset_(offset) {}
    constexpr operator item<D, true>() const requires(!WithOffset) { return {index_, extent_}; }

    constexpr id<D> get_id() const { return index_; }
    constexpr std::size_t get_id(int d) const { return index_[d]; }
    constexpr std::size_t operator[](int d) const { return index_[d]; }
    constexpr range<D> get_range() const { return extent_; }
    constexpr std::size_t get_range(int d) const { return extent_[d]; }
    /// Row-major position, dimension 0 slowest (SYCL 2020, 3.11.1).
    constexpr std::size_t get_linear_id() const {
        std::size_t linear = index_[0];
        for (int d = 1; d < D; ++d) linear = linear * extent_[d] + index_[d];
        return linear;
    }
    constexpr operator std::size_t() const requires(D == 1) { return index_[0]; }
    // The operators of ids are templates, whose operands do not convert.
    friend constexpr id<D> operator+(const item& a, const id<D>& b) requires(D > 1) { return a.index_ + b; }
    friend constexpr id<D> operator-(const item& a, const id<D>& b) requires(D > 1) { return a.index_ - b; }
    constexpr id<D> get_offset() const requires WithOffset { return offset_; }

    friend constexpr bool operator==(const item& a, const item& b) {
        return a.index_ == b.index_ && a.extent_ == b.extent_ && a.offset_ == b.offset_;
    }

private:
    id<D> index_;
    range<D> extent_;
    id<D> offset_;
};

namespace detail {

/// Calls a basic kernel's functor with the index type it takes.
template <class F, int D>
void invoke_basic(const F& f, const item<D>& it) {
    if constexpr (std::is_invocable_v<const F&, item<D>>) {
        f(it);
    } else if constexpr (std::is_invocable_v<const F&, item<D, false>>) {
        f(item<D, false>(it.get_id(), it.get_range()));
    } else {
        f(it.get_id());
    }
}

}  // namespace detail
}  // namespace ndweave
