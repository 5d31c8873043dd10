/// sycl_ext_oneapi_filter_selector: devices by a text.
#pragma once

#include <string>

#include "sycl/execution/device.hpp"

namespace sycl::ext::oneapi {

/// `BACKEND:TYPE:NUMBER`, several with commas between them, of each part as much as is wanted: "cuda", "gpu:1",
/// "opencl:cpu", "cuda:gpu:0". Backends are ndweave's (`cpu`, `cuda`, `hip`, `opencl`, `null`) and DPC++'s; a number
/// counts the devices that the rest of its filter lets pass. ndweave's own names of devices are such texts, too.
class NDWEAVE_EXPORT filter_selector {
public:
    /// Throws errc::invalid for a text of another form.
    explicit filter_selector(const std::string& filters);

    /// The devices of the first filter that any passes; errc::runtime where there is none.
    int operator()(const device&) const;
    device select_device() const { return device(*this); }
    void reset() const {}

private:
    std::vector<device> passing_;
    std::string text_;
};

}  // namespace sycl::ext::oneapi
