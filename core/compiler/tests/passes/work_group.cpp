#include "work_group.hpp"

#include <algorithm>
#include <boost/context/fiber.hpp>
#include <boost/context/fixedsize_stack.hpp>
#include <cstdlib>
#include <memory>
#include <span>
#include <stdexcept>

namespace ndweave::compiler::testing {

namespace {

namespace context = boost::context;

work_group* group = nullptr;
std::uint32_t local_id[3];
char* arena = nullptr;
context::fiber scheduler;  // to go back to, on a work-item's fiber
std::vector<std::uint64_t> exchanged, scratch;

std::uint32_t linear_id() {
    return (local_id[2] * group->local_range[1] + local_id[1]) * group->local_range[0] + local_id[0];
}

/// What work-items wait for: those of the group or of their sub-group, at the same call.
enum class meeting { none, of_group, of_sub_group };
struct waiting_item {
    meeting what = meeting::none;
    const void* call = nullptr;  // where the kernel goes on

    bool operator==(const waiting_item&) const = default;
};
std::vector<waiting_item> waiting;

void wait(meeting what, const void* call) {
    waiting[linear_id()] = {what, call};
    scheduler = std::move(scheduler).resume();
}

std::uint64_t shuffle(std::uint64_t value, std::uint32_t lane, const void* call) {
    const std::uint32_t me = linear_id();
    const std::uint32_t target = me - me % group->sub_group_size + lane % group->sub_group_size;
    exchanged[me] = value;
    wait(meeting::of_sub_group, call);
    const std::uint64_t other = target < group->items() ? exchanged[target] : 0;
    wait(meeting::of_sub_group, call);
    return other;
}

void barrier() { wait(meeting::of_group, __builtin_return_address(0)); }
void sub_group_barrier() { wait(meeting::of_sub_group, __builtin_return_address(0)); }

std::uint32_t get_local_id(std::uint32_t axis) { return local_id[axis]; }
std::uint32_t get_local_range(std::uint32_t axis) { return group->local_range[axis]; }
std::uint64_t get_group_id(std::uint32_t axis) { return group->group_id[axis]; }
std::uint64_t get_global_id(std::uint32_t axis) {
    return group->group_id[axis] * group->local_range[axis] + local_id[axis];
}
std::uint32_t get_sub_group_local_id() { return linear_id() % group->sub_group_size; }
std::uint32_t get_sub_group_id() { return linear_id() / group->sub_group_size; }
std::uint32_t shuffle_u32(std::uint32_t value, std::uint32_t lane) {
    return static_cast<std::uint32_t>(shuffle(value, lane, __builtin_return_address(0)));
}
std::uint64_t shuffle_u64(std::uint64_t value, std::uint32_t lane) {
    return shuffle(value, lane, __builtin_return_address(0));
}
void* get_local_memory() { return group->local_memory.data(); }
std::uint32_t get_sub_group_size() { return group->sub_group_size; }
void* get_group_scratch(std::uint32_t) { return scratch.data(); }
void* atomic_scope(void* at, std::uint32_t) { return at; }
void* get_arena(std::uint64_t offset) { return arena + offset; }

/// A fiber for the work-item at `position`.
context::fiber spawn(work_group::entry kernel, const void* functor) {
    return context::fiber(std::allocator_arg, context::fixedsize_stack(64 * 1024),
                          [kernel, functor](context::fiber&& from) {
                              scheduler = std::move(from);
                              kernel(functor);
                              return std::move(scheduler);
                          });
}

/// Lets those go on that have met all of their own: sub-groups, or else the group. False where all have ended.
bool release() {
    const std::span<waiting_item> all(waiting);
    bool any = false;
    for (std::size_t first = 0; first < all.size(); first += group->sub_group_size) {
        const auto lanes = all.subspan(first, std::min<std::size_t>(group->sub_group_size, all.size() - first));
        const auto found = std::ranges::find(lanes, meeting::of_sub_group, &waiting_item::what);
        if (found == lanes.end()) continue;
        const waiting_item at = *found;
        if (std::ranges::count(lanes, at) != std::ssize(lanes))
            throw std::logic_error("not all work-items of a sub-group reach its operation");
        std::ranges::fill(lanes, waiting_item{});
        any = true;
    }
    const auto waits = std::ranges::count(waiting, meeting::of_group, &waiting_item::what);
    if (any || waits == 0) return any;
    if (waits != std::ssize(waiting)) throw std::logic_error("the kernel has a divergent barrier");
    std::ranges::fill(waiting, waiting_item{});
    return true;
}

}  // namespace

void work_group::run_items(entry kernel, const void* functor) {
    group = this;
    exchanged.assign(items() + sub_group_size, 0);
    scratch.assign(2 * items(), 0);
    waiting.assign(items(), {});
    std::vector<context::fiber> fibers;
    for (std::size_t i = 0; i < items(); ++i) fibers.push_back(spawn(kernel, functor));
    do {
        for (std::size_t i = 0; i < items(); ++i) {
            if (!fibers[i] || waiting[i].what != meeting::none) continue;
            local_id[0] = i % local_range[0];
            local_id[1] = i / local_range[0] % local_range[1];
            local_id[2] = i / local_range[0] / local_range[1];
            fibers[i] = std::move(fibers[i]).resume();
        }
    } while (release());
}

void work_group::run_group(entry kernel, const void* functor, std::uint64_t arena_bytes) {
    group = this;
    std::unique_ptr<char, decltype(&std::free)> memory(
        static_cast<char*>(std::aligned_alloc(64, (arena_bytes + 127) / 64 * 64)), &std::free);
    arena = memory.get();
    kernel(functor);
}

template <class F>
static builtin_symbol symbol(const char* name, F* function) {
    return {name, reinterpret_cast<void*>(function)};
}

std::vector<builtin_symbol> builtin_symbols() {
    return {symbol("__ndweave_local_id", &get_local_id),
            symbol("__ndweave_local_range", &get_local_range),
            symbol("__ndweave_group_id", &get_group_id),
            symbol("__ndweave_global_id", &get_global_id),
            symbol("__ndweave_sub_group_local_id", &get_sub_group_local_id),
            symbol("__ndweave_sub_group_id", &get_sub_group_id),
            symbol("__ndweave_sub_group_size", &get_sub_group_size),
            symbol("__ndweave_group_scratch", &get_group_scratch),
            symbol("__ndweave_atomic_scope", &atomic_scope),
            symbol("__ndweave_shuffle_u32", &shuffle_u32),
            symbol("__ndweave_shuffle_u64", &shuffle_u64),
            symbol("__ndweave_barrier", &barrier),
            symbol("__ndweave_sub_group_barrier", &sub_group_barrier),
            symbol("__ndweave_local_memory", &get_local_memory),
            symbol("__ndweave_arena", &get_arena)};
}

}  // namespace ndweave::compiler::testing
