/// The kernel of a reduction over a range.
#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ndweave/detail/reduction_partials.hpp"
#include "ndweave/reducer.hpp"

namespace ndweave::detail {

/// On CPUs (OpenCL's included) a group is one work-item that handles `run` consecutive points. On GPUs groups
/// stride over the range in tiles.
template <class F, int D, class... Targets>
class range_reduction {
public:
    static constexpr bool all_single = ((Targets::elements == 1) && ...);

    range_reduction(const F& f, range<D> extent, std::size_t run, unsigned char* scratch,
                    const std::tuple<Targets...>& targets)
        : f_(f), extent_(extent), run_(run), scratch_{scratch}, targets_(targets) {}

    void operator()(const nd_item<1>& it) const { run(it, std::index_sequence_for<Targets...>()); }

private:
    template <std::size_t... K>
    void run(const nd_item<1>& it, std::index_sequence<K...> all) const {
        std::tuple<typename Targets::reducer_type...> sums(std::get<K>(targets_)...);
        const auto point = [&](std::size_t row, std::size_t x) { call(index_of(row, x), std::get<K>(sums)...); };
        if (on_gpu() && it.get_local_range(0) > 1) {
            stride(it, point);
            finish_by_group(it.get_group(), scratch_, targets_, sums, all);
        } else {
            const std::size_t group = it.get_group_linear_id();
            consecutive(group * run_, point);
            finish_alone(group, it.get_group().get_group_linear_range(), scratch_, targets_, sums, all);
        }
    }

    /// A row is a run along the last dimension.
    id<D> index_of(std::size_t row, std::size_t x) const {
        if constexpr (D == 1) {
            return id<1>(x);
        } else if constexpr (D == 2) {
            return id<2>(row, x);
        } else {
            return id<3>(row / extent_[1], row % extent_[1], x);
        }
    }

    // Without debug information, the warning about a loop that stays scalar is attributed to the function.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#endif
    template <class Point>
    void consecutive(std::size_t begin, const Point& point) const {
        const std::size_t width = extent_[D - 1], end = std::min(begin + run_, extent_.size());
        std::size_t row = D == 1 ? 0 : begin / width, x = begin - row * width;
        while (begin < end) {
            const std::size_t stop = std::min(width, x + (end - begin));
            begin += stop - x;
            if (!all_single || __ndweave_target() == NDWEAVE_TARGET_LIBRARY) {
                // The promise below would hold for the reducers, too, as long as they are in memory, where the host
                // compiler and arrays leave them.
                for (; x < stop; ++x) point(row, x);
            } else {
                // Points are work-items: none of them reads what another writes.
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#endif
                for (; x < stop; ++x) point(row, x);
            }
            x = 0;
            ++row;
        }
    }
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

    struct position {
        std::size_t row, x;
    };

    position position_of(std::size_t point) const {
        if constexpr (D == 1) {
            return {0, point};
        } else {
            return {point / extent_[D - 1], point % extent_[D - 1]};
        }
    }

    position advance(position p, position by) const {
        if constexpr (D == 1) {
            return {0, p.x + by.x};
        } else {
            const bool wraps = p.x + by.x >= extent_[D - 1];
            return {p.row + by.row + wraps, p.x + by.x - (wraps ? extent_[D - 1] : 0)};
        }
    }

    /// The groups take turns at tiles of four points a work-item, which compilers take at once, so that their loads
    /// overlap; then the work-items at the points that are left. A work-item's points are not neighbours: wide accesses
    /// are slower where points have conditions or stores (docs/decisions/119).
    template <class Point>
    void stride(const nd_item<1>& it, const Point& point) const {
        constexpr std::size_t at_once = 4;
        const std::size_t points = extent_.size(), local = it.get_local_range(0), tile = at_once * local;
        const std::size_t round = it.get_group_range(0) * tile, rounds = points / round;
        const position near = position_of(local), far = position_of(round - tile);
        position p = position_of(it.get_group(0) * tile + it.get_local_id(0));
        for (std::size_t i = 0; i < rounds; ++i) {
            for (std::size_t k = 0; k < at_once; ++k) {
                point(p.row, p.x);
                p = advance(p, near);
            }
            p = advance(p, far);
        }
        // The launch may have fewer groups than its range says.
        const std::size_t first = rounds * round + it.get_global_id(0), items = it.get_group_range(0) * local;
        const position step = position_of(items);
        p = position_of(first);
        for (std::size_t i = first; i < points; i += items) {
            point(p.row, p.x);
            p = advance(p, step);
        }
    }

    template <class... Reducers>
    void call(const id<D>& i, Reducers&... sums) const {
        invoke_basic(f_, item<D>(i, extent_), sums...);
    }

    F f_;
    range<D> extent_;
    std::size_t run_;
    reduction_scratch scratch_;
    std::tuple<Targets...> targets_;
};

}  // namespace ndweave::detail
