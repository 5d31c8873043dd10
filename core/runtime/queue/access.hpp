/// Access to the implementations behind public objects, for the library.
#pragma once

#include <memory>

#include "ndweave/queue.hpp"
#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

struct device_access {
    static const std::shared_ptr<device_impl>& impl(const device& d) { return d.impl_; }
    static device make(std::shared_ptr<device_impl> impl) { return device(std::move(impl)); }
    static queue_core& state(const queue& q) { return *q.state_; }
};

}  // namespace ndweave::detail
