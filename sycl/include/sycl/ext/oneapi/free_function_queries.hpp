/// sycl_ext_oneapi_free_function_queries: the work-item that calls, in functions that are not given it.
#pragma once

#include "ndweave/detail/kernel.hpp"
#include "ndweave/nd_item.hpp"

namespace sycl::ext::oneapi {

namespace this_work_item {

/// In kernels of nd-ranges of D dimensions only.
template <int D>
ndweave::nd_item<D> get_nd_item() {
    return ndweave::detail::this_nd_item<D>();
}
template <int D>
ndweave::group<D> get_work_group() {
    return get_nd_item<D>().get_group();
}
inline ndweave::sub_group get_sub_group() {
    return ndweave::sub_group(__ndweave_local_range(0) * __ndweave_local_range(1) * __ndweave_local_range(2));
}

}  // namespace this_work_item

/// The names of the extension's earlier revision.
namespace experimental {

template <int D>
ndweave::nd_item<D> this_nd_item() {
    return this_work_item::get_nd_item<D>();
}
template <int D>
ndweave::group<D> this_group() {
    return this_work_item::get_work_group<D>();
}
inline ndweave::sub_group this_sub_group() { return this_work_item::get_sub_group(); }

}  // namespace experimental
}  // namespace sycl::ext::oneapi
