/// SYCL 2020 context (4.6.3): devices whose commands may use one another's memory.
#pragma once

#include <utility>
#include <vector>

#include "sycl/execution/device.hpp"

namespace sycl {

class context {
public:
    context() : context(device()) {}
    explicit context(const device& d) : devices_{d} {}
    explicit context(std::vector<device> devices) : devices_(std::move(devices)) {}

    std::vector<device> get_devices() const { return devices_; }

    friend bool operator==(const context& a, const context& b) { return a.devices_ == b.devices_; }

private:
    std::vector<device> devices_;
};

}  // namespace sycl
