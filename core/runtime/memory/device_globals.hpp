/// The copies of device globals (ndweave/detail/device_global.hpp).
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "ndweave/detail/device_global.hpp"
#include "ndweave/detail/kernel.hpp"
#include "runtime/device/device_impl.hpp"
#include "runtime/graph/recorded_command.hpp"

namespace ndweave::detail {

/// The copy on a device, for as long as the process: memory laid out as the variable.
void* copy_of(const device_global&, const std::shared_ptr<device_impl>&);

/// A functor with what its launch puts behind it, each at a multiple of 8 bytes.
class extended_functor {
public:
    extended_functor(const void* functor, std::size_t bytes) { append(functor, bytes); }

    /// Returns its place.
    std::size_t append(const void* what, std::size_t bytes);
    /// Those of the kernel, and those of SYCL_EXTERNAL functions if it calls any. Returns `constants` and the places of
    /// the latter.
    const constant_set* append_copies(const used_device_globals&, const std::shared_ptr<device_impl>&,
                                      const constant_set* constants);

    std::size_t bytes() const { return end_; }
    const void* data() const { return blocks_.data(); }

private:
    struct alignas(functor_alignment) block {
        unsigned char bytes[functor_alignment];
    };
    std::vector<block> blocks_;
    std::size_t end_ = 0;
};

}  // namespace ndweave::detail
