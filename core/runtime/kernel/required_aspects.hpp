/// Aspects of devices that kernels require, by SYCL's attribute device_has.
#pragma once

#include <memory>

#include "ndweave/detail/kernel.hpp"

namespace ndweave::detail {

class device_impl;

/// Throws errc::kernel_not_supported if the device lacks one that the kernel requires.
void require_aspects(const kernel_record&, const std::shared_ptr<device_impl>&);

}  // namespace ndweave::detail
