#include "runtime/graph/recorded_command.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

namespace ndweave::detail {

recorded_launch record_launch(const launch& l) {
    const std::size_t bytes = (l.kernel->functor_size + functor_alignment - 1) / functor_alignment * functor_alignment;
    void* const copy = std::aligned_alloc(functor_alignment, bytes);
    if (!copy) throw std::bad_alloc();
    std::memcpy(copy, l.functor, l.kernel->functor_size);
    recorded_launch recorded{l, {copy, std::free}};
    recorded.launch.functor = copy;
    return recorded;
}

void submit(queue_impl& queue, const recorded_launch& c) { queue.launch(c.launch); }
void submit(queue_impl& queue, const recorded_copy& c) { queue.copy(c.to, c.from, c.bytes); }
void submit(queue_impl& queue, const recorded_fill& c) {
    queue.fill(c.to, c.pattern.data(), c.pattern.size(), c.count);
}
void submit(queue_impl& queue, const recorded_hint& c) {
    c.advice ? queue.advise(c.memory, c.bytes, *c.advice) : queue.prefetch(c.memory, c.bytes);
}
void submit(queue_impl& queue, const recorded_command& command) {
    std::visit([&](const auto& c) { submit(queue, c); }, command);
}

}  // namespace ndweave::detail
