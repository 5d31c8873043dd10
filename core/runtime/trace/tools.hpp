/// The profilers that the environment names: Kokkos Tools (NDWEAVE_TOOLS_LIBS) and NVTX (NVTX_INJECTION64_PATH).
///
/// They hear of nothing once the process ends, and in the child of a fork.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/trace/profiling_tool.hpp"

namespace ndweave::detail {

class tool_queue;

/// In the order in which they hear of what begins.
using tool_list = std::vector<std::unique_ptr<profiling_tool>>;

/// Loads them, once, before the first queue is made. Throws errc::invalid where one cannot be loaded.
void load_tools();

/// Null: there are none, or none yet.
const tool_list* active_tools();

/// Held while a function of Kokkos Tools is called, since most tools expect one thread, and by forks. The last lock of
/// all: no other is taken with it but those of a queue that a tool waits for.
std::recursive_mutex& tool_calls();

/// Those that a tool waits for when it asks for a fence.
void add_to_fences(tool_queue&);
void remove_from_fences(tool_queue&);
void wait_for_fenced_queues() noexcept;

/// Whether the calling thread is at a command of a queue. What other threads do meanwhile, such as compiling in the
/// background, is nothing for tools that expect one thread.
bool is_at_command();

/// A command of a queue, with what belongs to it. With tools that want it done when it ends, one at a time in the
/// process: they take the time between begin and end for the kernel's own.
class tool_turn {
public:
    explicit tool_turn(const tool_list&);
    ~tool_turn();
    tool_turn(const tool_turn&) = delete;
    tool_turn& operator=(const tool_turn&) = delete;

    bool fences() const { return alone_.owns_lock(); }

private:
    std::unique_lock<std::recursive_mutex> alone_;
};

/// From here to the end of the block.
class tool_span {
public:
    tool_span(const tool_list&, const tool_event&);
    ~tool_span();
    tool_span(const tool_span&) = delete;
    tool_span& operator=(const tool_span&) = delete;

private:
    const tool_list& tools_;
    const tool_event event_;
    std::vector<std::uint64_t> ids_;
};

}  // namespace ndweave::detail
