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

/// Whether a functor takes such indices, and behind them lvalues of `More`.
template <class F, class Index, class... More>
inline constexpr bool takes_index =
    std::is_invocable_v<const F&, Index&, More&...> || std::is_invocable_v<const F&, Index, More&...>;

/// Calls a functor with an lvalue where it takes one: generic lambdas have `auto&` for their index.
template <class F, class Index, class... More>
void call_with_index(const F& f, Index index, More&... more) {
    if constexpr (std::is_invocable_v<const F&, Index&, More&...>) {
        f(index, more...);
    } else {
        f(static_cast<Index&&>(index), more...);
    }
}

/// Calls a basic kernel's functor with the index type it takes, and with reducers.
template <class F, int D, class... Reducers>
void invoke_basic(const F& f, const item<D>& it, Reducers&... sums) {
    if constexpr (takes_index<F, item<D>, Reducers...>) {
        call_with_index(f, it, sums...);
    } else if constexpr (takes_index<F, item<D, false>, Reducers...>) {
        call_with_index(f, item<D, false>(it.get_id(), it.get_range()), sums...);
    } else {
        call_with_index(f, it.get_id(), sums...);
    }
}

}  // namespace detail
}  // namespace ndweave
