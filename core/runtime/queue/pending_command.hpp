/// Commands that wait in a submission thread.
#pragma once

#include <functional>
#include <memory>
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

/// Copies the functor, which is valid during the call only.
std::unique_ptr<pending_command> make_pending_launch(const launch&);
std::unique_ptr<pending_command> make_pending_copy(void* to, const void* from, std::size_t bytes);
/// Copies the pattern.
std::unique_ptr<pending_command> make_pending_fill(void* to, const void* pattern, std::size_t pattern_bytes,
                                                   std::size_t count);
/// Calls `function` with the device's queue; `what` describes it.
std::unique_ptr<pending_command> make_pending_call(std::function<void(queue_impl&)> function, std::string what);

}  // namespace ndweave::detail
