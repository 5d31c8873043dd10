/// Kernels in forms that core's launches do not take.
#pragma once

#include <utility>

#include "ndweave/item.hpp"

namespace sycl::detail {

/// A kernel over a range that begins at an offset (SYCL 2020, 4.9.4.2.2, deprecated).
template <class F, int D>
class offset_kernel {
public:
    offset_kernel(const F& f, ndweave::id<D> offset) : f_(f), offset_(offset) {}

    void operator()(const ndweave::item<D>& it) const {
        ndweave::detail::invoke_basic(f_, ndweave::item<D>(it.get_id() + offset_, it.get_range()));
    }

private:
    F f_;
    ndweave::id<D> offset_;
};

}  // namespace sycl::detail
