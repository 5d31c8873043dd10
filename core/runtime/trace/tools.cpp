#include "runtime/trace/tools.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <future>
#include <memory>
#include <ranges>
#include <utility>

#include "runtime/background.hpp"
#include "runtime/fork_locks.hpp"
#include "runtime/trace/kokkos_tools.hpp"
#include "runtime/trace/nvtx.hpp"
#include "runtime/trace/tool_queue.hpp"

namespace ndweave::detail {
namespace {

/// Begins the tools, waits and ends them, where the main thread does not begin them: a tool takes the thread that
/// begins it for one that lasts, as that of Kokkos does, and Caliper, for one, is gone with it.
struct tool_thread {
    std::promise<void> begun, ending, over;
};

/// Never destroyed: threads and static objects outlast the end of main.
struct tool_state {
    std::recursive_mutex calls;
    std::recursive_mutex turns;  // before all other locks of the library but those of graphs and submission threads
    tool_list tools;             // never changed once they are active
    std::vector<tool_queue*> queues;
    std::shared_ptr<tool_thread> thread;  // as tools; null: there is none
    bool is_loaded = false;
};

tool_state& state() {
    static auto& one = *new tool_state;
    return one;
}

constinit std::atomic<const tool_list*> active = nullptr;
constinit std::atomic<bool> is_loaded = false;
thread_local int commands = 0;

[[gnu::constructor]] void hold_at_forks() {
    hold_while_forking(fork_lock::tools, {&state(), [](void* s) { static_cast<tool_state*>(s)->calls.lock(); },
                                          [](void* s) { static_cast<tool_state*>(s)->calls.unlock(); },
                                          [](void* s) {
                                              auto& child = *static_cast<tool_state*>(s);
                                              child.calls.unlock();
                                              std::construct_at(&child.calls);
                                              std::construct_at(&child.turns);
                                              child.queues.clear();
                                              active = nullptr;
                                          }});
}

void finalize_tools() {
    const std::lock_guard lock(tool_calls());
    const tool_list* const tools = active.exchange(nullptr);
    if (!tools) return;
    for (const auto& tool : *tools) tool->finalize();
}

/// Finalizes the tools in front of objects that they have made of the thread before: of the main thread these go
/// earlier than what std::atexit calls, and Caliper, for one, ends with its.
struct thread_end {
    ~thread_end() { finalize_tools(); }
};

bool is_main_thread() { return ::gettid() == ::getpid(); }

void finalize_tools_at_exit() {
    // In the child of a fork, which has no active tools, the thread is not there. One that waits for a tool that ends
    // the process would do so forever.
    if (!active_tools() || is_in_tool()) return finalize_tools();
    const auto& thread = state().thread;
    if (!thread) return finalize_tools();
    thread->ending.set_value();
    thread->over.get_future().wait();  // with what the tools have of it
}

/// Whether they are there only now.
bool begin_tools(std::shared_ptr<tool_thread> thread) {
    const std::lock_guard lock(tool_calls());
    tool_state& s = state();
    if (s.is_loaded) return false;
    tool_list kokkos = load_kokkos_tools();
    s.is_loaded = true;  // a tool may use this library as it begins
    if (auto ranges = load_nvtx()) s.tools.push_back(std::move(ranges));
    std::ranges::move(kokkos, std::back_inserter(s.tools));
    const bool any = !s.tools.empty();
    if (any) {
        initialize_kokkos_tools(s.tools);
        s.thread = std::move(thread);
        active.store(&s.tools, std::memory_order_release);
        std::atexit(finalize_tools_at_exit);
        if (is_main_thread()) {
            static thread_local const thread_end of_main;
            static_cast<void>(of_main);
        }
    }
    is_loaded.store(true, std::memory_order_release);
    return any;
}

void serve_tools(const std::shared_ptr<tool_thread>& thread) {
    bool any = false;
    try {
        any = begin_tools(thread);
        thread->begun.set_value();
    } catch (...) {
        thread->begun.set_exception(std::current_exception());
    }
    if (!any) return;
    thread->ending.get_future().wait();
    finalize_tools();
    thread->over.set_value_at_thread_exit();
}

bool are_begun() {
    const std::lock_guard lock(tool_calls());
    return state().is_loaded;
}

}  // namespace

std::recursive_mutex& tool_calls() { return state().calls; }

const tool_list* active_tools() { return active.load(std::memory_order_acquire); }

void load_tools() {
    if (is_loaded.load(std::memory_order_acquire)) return;
    if (!is_main_thread() && names_kokkos_tools()) {
        if (are_begun()) return;
        const auto thread = std::make_shared<tool_thread>();
        if (run_beside([thread] { serve_tools(thread); })) return thread->begun.get_future().get();
    }
    begin_tools(nullptr);
}

void add_to_fences(tool_queue& queue) {
    const std::lock_guard lock(tool_calls());
    state().queues.push_back(&queue);
}

void remove_from_fences(tool_queue& queue) {
    const std::lock_guard lock(tool_calls());
    std::erase(state().queues, &queue);
}

void wait_for_fenced_queues() noexcept {
    const std::lock_guard lock(tool_calls());
    for (const tool_queue* const queue : state().queues) {
        try {
            queue->inner().wait();
        } catch (...) {  // no tool can hear of it
        }
    }
}

bool is_at_command() { return commands > 0; }

tool_turn::tool_turn(const tool_list& tools) {
    const auto fences = [](const auto& tool) { return tool->fences(); };
    if (std::ranges::any_of(tools, fences)) alone_ = std::unique_lock(state().turns);
    ++commands;
}

tool_turn::~tool_turn() { --commands; }

tool_span::tool_span(const tool_list& tools, const tool_event& event) : tools_(tools), event_(event) {
    ids_.reserve(tools.size());
    for (const auto& tool : tools) ids_.push_back(tool->begin(event));
}

tool_span::~tool_span() {
    for (std::size_t n = ids_.size(); n-- > 0;) tools_[n]->end(event_, ids_[n]);
}

}  // namespace ndweave::detail
