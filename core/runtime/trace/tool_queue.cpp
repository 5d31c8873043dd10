#include "runtime/trace/tool_queue.hpp"

#include <atomic>
#include <charconv>
#include <string_view>

#include "runtime/device/registry.hpp"
#include "runtime/kernel/kernel_name.hpp"
#include "runtime/trace/kokkos_tools.hpp"
#include "runtime/trace/memory_places.hpp"
#include "runtime/trace/traced_queue.hpp"

namespace ndweave::detail {
namespace {

/// In its backend; sub-devices of the CPU are the CPU.
std::uint32_t number_of(const device_impl& device) {
    const std::string identifier = device_identifier(device);
    const std::size_t colon = identifier.find(':');
    std::uint32_t number = 0;
    if (colon != identifier.npos)
        std::from_chars(identifier.data() + colon + 1, identifier.data() + identifier.size(), number);
    return number;
}

std::uint32_t next_queue() {
    static std::atomic<std::uint32_t> made = 0;
    return ++made;
}

/// Whether it is a kernel that reduction.hpp makes of the user's.
bool is_reduction(const kernel_record& kernel) {
    const std::string_view symbol = kernel.name ? kernel.name : "", type = kernel.source_name;
    for (const char* const name : {"15range_reductionI", "12nd_reductionI"}) {
        if (symbol.find(std::string("kernel_entryINS0_") + name) != symbol.npos) return true;
    }
    for (const char* const name : {"range_reduction<", "nd_reduction<"}) {
        if (type.find(std::string("T = ndweave::detail::") + name) != type.npos) return true;
    }
    return false;
}

}  // namespace

std::unique_ptr<queue_impl> make_watched_queue(device_impl& device, bool profiling) {
    load_tools();
    auto made = make_traced_queue(device, profiling);
    if (!active_tools()) return made;
    return std::make_unique<tool_queue>(std::move(made), device.limits(), number_of(device));
}

tool_queue::tool_queue(std::unique_ptr<queue_impl> made, const device_limits& limits, std::uint32_t device)
    : wrapped_queue(std::move(made)),
      name_(limits.backend + ":" + std::to_string(device)),
      number_(kokkos_device(limits.backend, device, next_queue())) {
    add_to_fences(*this);
}

tool_queue::~tool_queue() { remove_from_fences(*this); }

void tool_queue::launch(const detail::launch& l) {
    const tool_list* const tools = active_tools();
    if (!tools) return inner().launch(l);
    const tool_turn turn(*tools);
    inner().prepare(l);
    const std::string name = kernel_name(*l.kernel);
    const auto what = is_reduction(*l.kernel) ? tool_activity::reduction : tool_activity::kernel;
    run(*tools, {what, name.c_str(), number_}, [&] { inner().launch(l); });
}

void tool_queue::copy(void* to, const void* from, std::size_t bytes) {
    const tool_list* const tools = active_tools();
    if (!tools) return inner().copy(to, from, bytes);
    run(*tools, {tool_activity::copy, "copy", number_, bytes, place_of(to), place_of(from)},
        [&] { inner().copy(to, from, bytes); });
}

void tool_queue::fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) {
    const tool_list* const tools = active_tools();
    if (!tools) return inner().fill(to, pattern, pattern_bytes, count);
    run(*tools,
        {tool_activity::fill, "fill", number_, pattern_bytes * count, place_of(to), {"Host", "Scalar", pattern}},
        [&] { inner().fill(to, pattern, pattern_bytes, count); });
}

void tool_queue::wait() {
    const tool_list* const tools = active_tools();
    if (!tools || is_over()) return inner().wait();
    const std::string name = "ndweave: wait for " + name_;
    const tool_turn turn(*tools);
    const tool_span span(*tools, {tool_activity::wait, name.c_str(), number_});
    inner().wait();
}

void tool_queue::run_graph(function_ref<void(queue_impl&)> function) {
    const tool_list* const tools = active_tools();
    if (!tools) return inner().run_graph(function);
    run(*tools, {tool_activity::region, "graph"}, [&] { inner().run_graph(function); });
}

void tool_queue::adopt_thread() {
    inner().adopt_thread();
    const tool_list* const tools = active_tools();
    if (!tools) return;
    const std::string name = "queue of " + name_;
    for (const auto& tool : *tools) tool->name_thread(name.c_str());
}

void tool_queue::run(const tool_list& tools, const tool_event& event, function_ref<void()> submit) {
    const tool_turn turn(tools);
    const tool_span span(tools, event);
    submit();
    if (turn.fences()) inner().wait();
}

}  // namespace ndweave::detail
