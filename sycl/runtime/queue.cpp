#include "sycl/execution/queue.hpp"

namespace sycl {
namespace {

ndweave::queue make_core(const device& d, const property_list& properties) {
    using namespace ndweave::property::queue;
    const bool timed = properties.has_property<property::queue::enable_profiling>();
    const bool returns = properties.has_property<property::queue::asynchronous>();
    const asynchronous_host_tasks tasks;
    if (timed && returns) return ndweave::queue(d, {enable_profiling(), asynchronous()});
    if (timed) return ndweave::queue(d, {enable_profiling(), tasks});
    if (returns) return ndweave::queue(d, {asynchronous()});
    return ndweave::queue(d, {tasks});
}

void require_member(const context& c, const device& d) {
    for (const device& member : c.get_devices()) {
        if (member == d) return;
    }
    throw ndweave::exception(ndweave::errc::invalid, "a queue of a context for " +
                                                         d.get_info<ndweave::info::device::name>() +
                                                         ", which is not a device of this context");
}

}  // namespace

namespace detail {

ndweave::kernel_properties kernel_defaults_for(const device& d) {
    constexpr std::uint32_t usual_warp = 32;
    ndweave::kernel_properties properties;
    if (d.is_cpu()) properties.sub_group_size = usual_warp;
    return properties;
}

queue_state::queue_state(const device& d, const context& c, async_handler handler, const property_list& properties)
    : core_(make_core(d, properties)),
      context_(c),
      handler_(std::move(handler)),
      properties_(properties),
      kernel_defaults_(kernel_defaults_for(d)) {}

queue_state::~queue_state() {
    if (!waits_at_end_) return;
    try {
        core_.wait();
    } catch (...) {  // the program did not ask for errors
    }
}

void queue_state::wait() {
    try {
        core_.wait();
    } catch (...) {
        if (!handler_) throw;
        keep(std::current_exception());
    }
}

void queue_state::keep(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    errors_.push_back(std::move(error));
}

void queue_state::throw_asynchronous() {
    std::vector<std::exception_ptr> errors;
    {
        const std::lock_guard lock(mutex_);
        errors.swap(errors_);
    }
    if (!errors.empty()) handler_(exception_list(std::move(errors)));
}

}  // namespace detail

std::shared_ptr<detail::queue_state> handler::keeps_errors() const {
    return queue_.has_handler() ? queue_.shared_from_this() : nullptr;
}

void handler::keep_error(detail::queue_state& queue) { queue.keep(std::current_exception()); }

queue::queue(const context& c, const device& d, const async_handler& handler, const property_list& properties) {
    require_member(c, d);
    state_ =
        std::make_shared<detail::queue_state>(d, c, handler ? handler : detail::context_parts::handler(c), properties);
}

event queue::submit_group(ndweave::detail::function_ref<void(handler&)> group) {
    std::vector<event> waits;
    detail::command_group commands(core());
    ndweave::event done = core().submit([&](ndweave::handler& core) {
        core.use(state_->kernel_defaults());
        handler h(core, commands, waits, state_->owner(), *state_);
        group(h);
        commands.begin(core);
    });
    if (!commands.has_stream()) return state_->record(commands.end(std::move(done)), std::move(waits));
    state_->wait_at_end();
    return state_->record(commands.end(done), std::move(waits), std::make_shared<ndweave::event>(done));
}

}  // namespace sycl
