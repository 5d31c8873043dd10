/// SYCL 2020 hierarchical parallelism (4.9.4.2.3): kernels that are written for a work-group, with loops over its
/// work-items in them. Here one work-item runs a group, so that what is outside of the loops is done once, variables
/// there are the group's, and the loops end together without a barrier.
#pragma once

#include <cstddef>

#include "ndweave/detail/export.hpp"
#include "ndweave/item.hpp"
#include "ndweave/nd_item.hpp"
#include "ndweave/range.hpp"

namespace sycl {

/// A work-item of a group: its place in the loop is the logical one, its place among the group's work-items the
/// physical one.
template <int D>
class h_item {
public:
    static constexpr int dimensions = D;

    h_item(const ndweave::group<D>& g, ndweave::id<D> logical, ndweave::range<D> flexible)
        : group_(g), logical_(logical), flexible_(flexible) {}

    ndweave::item<D, false> get_global() const { return {get_global_id(), get_global_range()}; }
    ndweave::item<D, false> get_local() const { return get_logical_local(); }
    ndweave::item<D, false> get_logical_local() const { return {logical_, flexible_}; }
    ndweave::item<D, false> get_physical_local() const { return {get_physical_local_id(), get_physical_local_range()}; }

    ndweave::range<D> get_global_range() const { return group_.get_group_range() * group_.get_local_range(); }
    std::size_t get_global_range(int d) const { return get_global_range()[d]; }
    /// Of the physical place.
    ndweave::id<D> get_global_id() const {
        ndweave::id<D> global = get_physical_local_id();
        for (int d = 0; d < D; ++d) global[d] += group_.get_group_id(d) * group_.get_local_range(d);
        return global;
    }
    std::size_t get_global_id(int d) const { return get_global_id()[d]; }

    ndweave::range<D> get_local_range() const { return flexible_; }
    std::size_t get_local_range(int d) const { return flexible_[d]; }
    ndweave::id<D> get_local_id() const { return logical_; }
    std::size_t get_local_id(int d) const { return logical_[d]; }

    ndweave::range<D> get_logical_local_range() const { return flexible_; }
    std::size_t get_logical_local_range(int d) const { return flexible_[d]; }
    ndweave::id<D> get_logical_local_id() const { return logical_; }
    std::size_t get_logical_local_id(int d) const { return logical_[d]; }

    ndweave::range<D> get_physical_local_range() const { return group_.get_local_range(); }
    std::size_t get_physical_local_range(int d) const { return group_.get_local_range(d); }
    ndweave::id<D> get_physical_local_id() const {
        ndweave::id<D> physical;
        for (int d = 0; d < D; ++d) physical[d] = logical_[d] % group_.get_local_range(d);
        return physical;
    }
    std::size_t get_physical_local_id(int d) const { return get_physical_local_id()[d]; }

    friend bool operator==(const h_item& a, const h_item& b) {
        return a.group_ == b.group_ && a.logical_ == b.logical_ && a.flexible_ == b.flexible_;
    }

private:
    ndweave::group<D> group_;
    ndweave::id<D> logical_;
    ndweave::range<D> flexible_;
};

namespace detail {

/// The most work-items of a group: private_memory has room for so many.
inline constexpr std::size_t most_hierarchical_items = 1024;

/// Throws errc::kernel_not_supported for larger groups.
NDWEAVE_EXPORT void require_hierarchical(std::size_t local_items);

/// A kernel of parallel_for_work_group, as one over an nd-range with groups of one work-item.
template <class F, int D>
class work_group_kernel {
public:
    work_group_kernel(const F& f, ndweave::range<D> local) : f_(f), local_(local) {}

    void operator()(const ndweave::nd_item<D>& it) const {
        ndweave::detail::call_with_index(
            f_, ndweave::group<D>(it.get_group().get_group_id(), it.get_group().get_group_range(), ndweave::id<D>(),
                                  local_));
    }

private:
    F f_;
    ndweave::range<D> local_;
};

}  // namespace detail

/// A variable of each work-item that keeps its value from one parallel_for_work_item to the next (4.9.4.2.3).
template <class T, int D = 1>
class private_memory {
public:
    explicit private_memory(const ndweave::group<D>&) {}
    private_memory(const private_memory&) = delete;
    private_memory& operator=(const private_memory&) = delete;

    T& operator()(const h_item<D>& it) { return values_[it.get_physical_local().get_linear_id()]; }

private:
    T values_[detail::most_hierarchical_items];
};

}  // namespace sycl

// A loop that cannot be vectorized, as one that prints, should not warn users.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

namespace ndweave::detail {

template <class F>
struct work_item_loop {
    template <int D>
    static void run(const group<D>& g, const range<D>& flexible, const F& f) {
        const std::size_t last = flexible[D - 1], rows = flexible.size() / (last == 0 ? 1 : last);
        for (std::size_t row = 0; row < rows; ++row) {
            id<D> logical;
            if constexpr (D == 2) logical[0] = row;
            if constexpr (D == 3) {
                logical[0] = row / flexible[1];
                logical[1] = row % flexible[1];
            }
            // Work-items are independent of one another.
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#endif
            for (std::size_t k = 0; k < last; ++k) {
                logical[D - 1] = k;
                call_with_index(f, sycl::h_item<D>(g, logical, flexible));
            }
        }
    }
};

}  // namespace ndweave::detail

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
