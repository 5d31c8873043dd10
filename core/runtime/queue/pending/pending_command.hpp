/// Commands that wait in a submission thread.
#pragma once

#include <string>

#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

class pending_command {
public:
    virtual ~pending_command() = default;
    /// On the submission thread; `target` is the device's queue, which has got everything before this command.
    virtual void run(queue_impl& target) = 0;
    /// For errors: "kernel 'name'", "a copy of 4 bytes".
    virtual std::string describe() const = 0;
};

}  // namespace ndweave::detail
