/// Counts what the plugin calls of the driver.
#pragma once

#include <map>
#include <string>

#include "opencl/driver.hpp"

namespace ndweave {

/// From its making to its end every call is counted. One at a time.
class driver_calls {
public:
    driver_calls();
    ~driver_calls();
    driver_calls(const driver_calls&) = delete;

    /// The calls since the last question, by function.
    std::map<std::string, int> take();

private:
    opencl::driver real_;
};

}  // namespace ndweave
