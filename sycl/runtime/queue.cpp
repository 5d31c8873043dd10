#include "sycl/execution/queue.hpp"

#include "sycl/runtime/queue_state.hpp"

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

event queue_state::record(ndweave::event core, std::vector<event> waits, std::shared_ptr<ndweave::event> timed) {
    event e(std::move(core), shared_from_this(), submitted_.fetch_add(1, std::memory_order_relaxed) + 1);
    e.timed_ = std::move(timed);
    if (!waits.empty()) e.waits_ = std::make_shared<const std::vector<event>>(std::move(waits));
    return e;
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

void handler::depends_on(const event& e) {
    core_.depends_on(e);
    waits_.push_back(e);
}
void handler::depends_on(const std::vector<event>& events) {
    for (const event& e : events) depends_on(e);
}

std::shared_ptr<detail::queue_state> handler::keeps_errors() const {
    return queue_.has_handler() ? queue_.shared_from_this() : nullptr;
}

void handler::keep_error(detail::queue_state& queue) { queue.keep(std::current_exception()); }

queue::queue(const context& c, const device& d, const async_handler& handler, const property_list& properties) {
    require_member(c, d);
    state_ =
        std::make_shared<detail::queue_state>(d, c, handler ? handler : detail::context_parts::handler(c), properties);
}

ndweave::queue& queue::core() const { return state_->core(); }
context queue::get_context() const { return state_->owner(); }
const property_list& queue::properties() const { return state_->properties(); }
const ndweave::kernel_properties& queue::kernel_defaults() const { return state_->kernel_defaults(); }

event queue::record(ndweave::event e) { return state_->record(std::move(e)); }
event queue::record(ndweave::event e, const std::vector<event>& after) { return state_->record(std::move(e), after); }
std::vector<ndweave::event> queue::cores(const std::vector<event>& events) { return {events.begin(), events.end()}; }

event queue::memcpy(void* to, const void* from, std::size_t bytes, const std::vector<event>& after) {
    return record(core().memcpy(to, from, bytes, cores(after)), after);
}
event queue::memcpy(void* to, const void* from, std::size_t bytes, const event& after) {
    return memcpy(to, from, bytes, std::vector<event>{after});
}
event queue::memset(void* to, int value, std::size_t bytes, const std::vector<event>& after) {
    return record(core().memset(to, value, bytes, cores(after)), after);
}
event queue::memset(void* to, int value, std::size_t bytes, const event& after) {
    return memset(to, value, bytes, std::vector<event>{after});
}
event queue::prefetch(const void* memory, std::size_t bytes, const std::vector<event>& after) {
    return record(core().prefetch(memory, bytes, cores(after)), after);
}
event queue::prefetch(const void* memory, std::size_t bytes, const event& after) {
    return prefetch(memory, bytes, std::vector<event>{after});
}
event queue::mem_advise(const void* memory, std::size_t bytes, int advice, const std::vector<event>& after) {
    return record(core().mem_advise(memory, bytes, advice, cores(after)), after);
}
event queue::mem_advise(const void* memory, std::size_t bytes, int advice, const event& after) {
    return mem_advise(memory, bytes, advice, std::vector<event>{after});
}

event queue::ext_oneapi_graph(const ndweave::command_graph<ndweave::graph_state::executable>& graph) {
    return record(core().ext_oneapi_graph(graph));
}
event queue::ext_oneapi_graph(const ndweave::command_graph<ndweave::graph_state::executable>& graph,
                              const std::vector<event>& after) {
    return submit([&](handler& h) {
        h.depends_on(after);
        h.ext_oneapi_graph(graph);
    });
}
event queue::ext_oneapi_graph(const ndweave::command_graph<ndweave::graph_state::executable>& graph,
                              const event& after) {
    return ext_oneapi_graph(graph, std::vector<event>{after});
}
event queue::ext_oneapi_submit_barrier() {
    return submit([](handler&) {});
}
event queue::ext_oneapi_submit_barrier(const std::vector<event>& after) {
    return submit([&after](handler& h) { h.depends_on(after); });
}

void queue::wait() { state_->wait(); }
void queue::wait_and_throw() {
    state_->wait();
    state_->throw_asynchronous();
}
void queue::throw_asynchronous() { state_->throw_asynchronous(); }

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
