#include "cpu/schedule.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include "cpu/thread_sanitizer.hpp"

namespace ndweave::detail {

void parallel_parts(std::uint64_t units, function_ref<void(std::uint64_t, std::uint64_t)> part) {
    const std::uint64_t workers = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
    const std::uint64_t parts = std::min(units, workers);
    if (parts <= 1) {
        part(0, units);
        return;
    }
    const std::uint64_t share = units / parts, rest = units % parts;
    const auto begin_of = [=](std::uint64_t p) { return p * share + std::min(p, rest); };
    sanitized_parts order;
    sanitized_parts::before();
    tbb::this_task_arena::isolate([&] {
        tbb::parallel_for(
            std::uint64_t{0}, parts,
            [&](std::uint64_t p) {
                sanitized_parts::begin();
                part(begin_of(p), begin_of(p + 1));
                order.end();
            },
            tbb::static_partitioner{});
    });
    order.after();
}

}  // namespace ndweave::detail
