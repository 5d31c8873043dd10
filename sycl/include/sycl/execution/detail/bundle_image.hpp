/// What kernel bundles hold, for handlers that use them.
#pragma once

#include "ndweave/detail/constants.hpp"
#include "ndweave/detail/kernel.hpp"

namespace sycl {

enum class bundle_state { input, object, executable };

template <bundle_state State>
class kernel_bundle;  // execution/bundles/kernel_bundle.hpp

namespace detail {

/// A kernel, and the specialization constants that it is compiled with; null: none.
struct bundle_image {
    ndweave::detail::kernel_record* kernel;
    const ndweave::detail::constant_set* constants;

    friend bool operator==(const bundle_image&, const bundle_image&) = default;
};

}  // namespace detail
}  // namespace sycl
