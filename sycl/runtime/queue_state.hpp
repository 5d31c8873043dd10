/// What the copies of a queue share.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "ndweave/queue.hpp"
#include "sycl/execution/context.hpp"
#include "sycl/execution/event.hpp"
#include "sycl/execution/exception_list.hpp"
#include "sycl/execution/property_list.hpp"

namespace sycl::detail {

/// Of kernels that say nothing else: on the CPU, where core's sub-groups have 16 work-items, these have 32, as on the
/// GPUs that most programs were written for.
ndweave::kernel_properties kernel_defaults_for(const device&);

class queue_state : public std::enable_shared_from_this<queue_state> {
public:
    queue_state(const device&, const context&, async_handler, const property_list&);
    ~queue_state();
    queue_state(const queue_state&) = delete;
    queue_state& operator=(const queue_state&) = delete;

    ndweave::queue& core() { return core_; }
    const context& owner() const { return context_; }
    const property_list& properties() const { return properties_; }
    /// See kernel_defaults_for.
    const ndweave::kernel_properties& kernel_defaults() const { return kernel_defaults_; }

    /// The event of a command group that core has got. `timed`: what has its times, if another event has.
    event record(ndweave::event core, std::vector<event> waits = {}, std::shared_ptr<ndweave::event> timed = nullptr);

    /// Waits for all commands. Their error is kept for the async_handler, if there is one; else it is thrown.
    void wait();
    /// The destructor waits, too: a program may end behind it, and what streams print would be lost.
    void wait_at_end() { waits_at_end_ = true; }
    /// Gives the handler the errors that are kept.
    void throw_asynchronous();
    void keep(std::exception_ptr error);
    bool has_handler() const { return static_cast<bool>(handler_); }

private:
    ndweave::queue core_;
    const context context_;
    const async_handler handler_;
    const property_list properties_;
    const ndweave::kernel_properties kernel_defaults_;
    std::atomic<std::uint64_t> submitted_ = 0;
    std::atomic<bool> waits_at_end_ = false;
    std::mutex mutex_;  // of errors_
    std::vector<std::exception_ptr> errors_;
};

}  // namespace sycl::detail
