#include "runtime/recorded_command.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

namespace ndweave::detail {
namespace {

struct submit_to {
    queue_impl& queue;

    void operator()(const recorded_launch& c) const { queue.launch(c.launch); }
    void operator()(const recorded_copy& c) const { queue.copy(c.to, c.from, c.bytes); }
    void operator()(const recorded_fill& c) const { queue.fill(c.to, c.pattern.data(), c.pattern.size(), c.count); }
};

}  // namespace

recorded_launch keep(const launch& l) {
    constexpr std::size_t alignment = 128;  // of any capture: a vector or a cache line
    const std::size_t bytes = (l.kernel->functor_size + alignment - 1) / alignment * alignment;
    void* const copy = std::aligned_alloc(alignment, bytes);
    if (!copy) throw std::bad_alloc();
    std::memcpy(copy, l.functor, l.kernel->functor_size);
    recorded_launch kept{l, {copy, std::free}};
    kept.launch.functor = copy;
    return kept;
}

void submit(queue_impl& queue, const recorded_command& command) { std::visit(submit_to{queue}, command); }

}  // namespace ndweave::detail
