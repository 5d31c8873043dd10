/// The arrays of a setting, allocated.
#pragma once

#include <cstdint>
#include <vector>

#include "memory.hpp"
#include "ndweave/ndweave.hpp"

namespace ndweave::testing {

using contents = std::vector<std::vector<std::uint32_t>>;

class device_arrays {
public:
    /// `owners`: a queue of each device.
    device_arrays(const std::vector<array_setting>&, std::vector<queue> owners, const contents&);
    ~device_arrays();
    device_arrays(const device_arrays&) = delete;
    device_arrays& operator=(const device_arrays&) = delete;

    const memory_view& memory() const { return memory_; }
    /// Pre: nobody works on them.
    contents read();

private:
    queue& owner_of(std::size_t array) { return owners_[arrays_[array].device]; }

    const std::vector<array_setting>& arrays_;
    std::vector<queue> owners_;
    contents ordinary_;  // empty where the memory is USM
    memory_view memory_;
};

}  // namespace ndweave::testing
