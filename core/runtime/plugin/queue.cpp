#include "runtime/plugin/queue.hpp"

#include <algorithm>
#include <bit>

#include "runtime/kernel/kernel_compiler.hpp"
#include "runtime/plugin/device.hpp"
#include "runtime/plugin/driver_life.hpp"
#include "runtime/plugin/error.hpp"
#include "runtime/plugin/kernel/launch.hpp"

namespace ndweave::detail {
namespace {

bool overlap(const void* a, const void* b, std::size_t bytes) {
    const auto x = reinterpret_cast<std::uintptr_t>(a), y = reinterpret_cast<std::uintptr_t>(b);
    return x < y ? y - x < bytes : x - y < bytes;
}

}  // namespace

plugin_queue::plugin_queue(std::shared_ptr<plugin_device> device, ndw_queue* queue)
    : device_(std::move(device)), plugin_(device_->plugin()), queue_(plugin_, queue, device_->open()) {}

void plugin_queue::prepare(const detail::launch& l) { static_cast<void>(plugin_launch(*device_, l)); }

void plugin_queue::launch(const detail::launch& l) {
    const plugin_launch prepared(*device_, l);  // compiles outside the lock
    {
        const auto lock = hold();
        check_plugin(plugin_, plugin_.launch(queue_.get(), &prepared.description()), [&] { return prepared.doing(); });
    }
    write_cache_if_dirty();
}

void plugin_queue::copy(void* to, const void* from, std::size_t bytes) {
    if (bytes == 0 || to == from) return;
    const auto lock = hold();
    if (overlap(to, from, bytes)) return copy_overlapping(to, from, bytes);
    if (!copy_staged(to, from, bytes)) copy_apart(to, from, bytes);
}

void plugin_queue::copy_apart(void* to, const void* from, std::size_t bytes) {
    check_plugin(plugin_, plugin_.copy(queue_.get(), to, from, bytes),
                 [&] { return "cannot copy " + device_->bytes_text(bytes); });
}

void plugin_queue::copy_overlapping(void* to, const void* from, std::size_t bytes) {
    void* between = device_->allocate(bytes, 64, usm_kind::device);
    if (!between) {
        throw exception(errc::memory_allocation,
                        "an overlapping copy needs a buffer: out of memory for " + device_->bytes_text(bytes));
    }
    temporary_buffer owner(between, [device = device_](void* p) {
        try {
            device->plugin().memory_free(device->open()->get(), p, NDW_MEMORY_DEVICE);
        } catch (...) {  // in a forked child
        }
    });
    copy_apart(between, from, bytes);
    copy_apart(to, between, bytes);
    if (graph_buffers_) {
        graph_buffers_->push_back(std::move(owner));
    } else {
        sync();
    }
}

void plugin_queue::fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) {
    if (count == 0 || pattern_bytes == 0) return;
    const auto lock = hold();
    const bool plain = std::has_single_bit(pattern_bytes) && pattern_bytes <= 16 &&
                       reinterpret_cast<std::uintptr_t>(to) % pattern_bytes == 0;
    if (!plain || !plugin_.fill) return fill_by_doubling(to, pattern, pattern_bytes, count);
    check_plugin(plugin_, plugin_.fill(queue_.get(), to, pattern, pattern_bytes, count),
                 [&] { return "cannot fill " + device_->bytes_text(pattern_bytes * count); });
}

void plugin_queue::fill_by_doubling(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) {
    auto* bytes = static_cast<unsigned char*>(to);
    copy_apart(bytes, pattern, pattern_bytes);
    if (!graph_buffers_) sync();  // the pattern is valid during this call only
    for (std::size_t done = 1; done < count;) {
        const std::size_t next = std::min(done, count - done);
        copy_apart(bytes + done * pattern_bytes, bytes, next * pattern_bytes);
        done += next;
    }
}

void plugin_queue::begin_graph(std::vector<temporary_buffer>& buffers) {
    const auto lock = hold();
    check_plugin(plugin_, plugin_.graph_begin(queue_.get()), "cannot begin a graph on " + device_->limits().name);
    graph_buffers_ = &buffers;
}

std::unique_ptr<graph_handle> plugin_queue::end_graph() {
    const auto lock = hold();
    graph_buffers_ = nullptr;
    ndw_graph* graph = nullptr;
    check_plugin(plugin_, plugin_.graph_end(queue_.get(), &graph), "cannot make a graph on " + device_->limits().name);
    return std::make_unique<graph_handle>(plugin_, graph, device_->open());
}

void plugin_queue::abandon_graph() noexcept {
    const auto lock = hold();
    graph_buffers_ = nullptr;
    ndw_graph* graph = nullptr;
    if (plugin_.graph_end(queue_.get(), &graph) == NDW_OK) plugin_.graph_destroy(graph);
}

void plugin_queue::launch_graph(ndw_graph* graph) {
    const auto lock = hold();
    check_plugin(plugin_, plugin_.graph_launch(queue_.get(), graph),
                 [&] { return "cannot launch a graph on " + device_->limits().name; });
}

void plugin_queue::sync() {
    check_plugin(plugin_, plugin_.queue_sync(queue_.get()),
                 [&] { return "work on " + device_->limits().name + " failed"; });
    drivers_were_waited_for();
    idle_ = true;
}

void plugin_queue::wait() {
    if (idle_ && drivers_have_ended()) return;  // for destructors of static objects
    const auto lock = hold();
    sync();
}

std::shared_ptr<event_impl> plugin_queue::record_blocking() {
    return record(plugin_.event_record_blocking ? plugin_.event_record_blocking : plugin_.event_record);
}

std::shared_ptr<event_impl> plugin_queue::record(int (*entry)(ndw_queue*, ndw_event**)) {
    const auto lock = hold();
    return record_now(entry);
}

std::shared_ptr<event_impl> plugin_queue::record_now(int (*entry)(ndw_queue*, ndw_event**)) {
    ndw_event* event = nullptr;
    check_plugin(plugin_, entry(queue_.get(), &event),
                 [&] { return "cannot record an event on " + device_->limits().name; });
    return std::make_shared<plugin_event>(device_, event);
}

void plugin_queue::wait_for(const std::shared_ptr<event_impl>& event) {
    if (!event) return;
    const auto* const peer = dynamic_cast<const plugin_event*>(event.get());
    if (!peer || !device_->can_wait_for(*peer->device())) return event->wait();
    const auto lock = hold();
    check_plugin(plugin_, plugin_.queue_wait_event(queue_.get(), peer->handle()->get()),
                 [&] { return "cannot wait for an event on " + device_->limits().name; });
}

bool plugin_queue::can_wait_for(const queue_impl& other) const {
    const auto* const peer = dynamic_cast<const plugin_queue*>(&other);
    return peer && device_->can_wait_for(*peer->device_);
}

}  // namespace ndweave::detail
