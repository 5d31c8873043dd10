#include "cpu/library_mode/fiber_executor.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <new>
#include <string>

#include "cpu/per_thread.hpp"
#include "ndweave/exception.hpp"
#include "runtime/kernel/kernel_name.hpp"

namespace ndweave::detail {

fiber_executor& fiber_executor::of_this_thread() { return of_calling_thread<fiber_executor>(); }

void fiber_executor::run(const group_context& group) {
    start(group);
    while (progress_.finished < group.items && !progress_.error && release_waiting()) resume_released();
    if (progress_.finished < group.items) fail();
}

/// Runs each work-item up to its first wait, or to its end.
void fiber_executor::start(const group_context& group) {
    const std::size_t sub_groups = (group.items + group.sub_group_size - 1) / group.sub_group_size;
    sub_group_waits_.assign(sub_groups, {});
    if (exchange_.size() < 2 * group.items) exchange_.resize(2 * group.items);
    progress_ = {};
    progress_.context = &group;
    progress_.waiting_for_sub_group = sub_group_waits_.data();
    progress_.exchange[0] = exchange_.data();
    progress_.exchange[1] = exchange_.data() + group.items;
    used_ = 0;
    while (progress_.next_item < group.items) {
        if (used_ == strands_.size()) {
            try {
                strands_.push_back(std::make_unique<strand>(progress_, used_));
            } catch (const std::bad_alloc&) {
                abandon();
                throw exception(errc::memory_allocation, "kernel " + kernel_name(*group.kernel) +
                                                             ": no memory for the stacks of a work-group of " +
                                                             std::to_string(group.items) +
                                                             " work-items; use a smaller work-group");
            }
        }
        strands_[used_++]->resume();
    }
}

/// Releases the strands that only yielded to others.
bool fiber_executor::release_yielding() {
    bool any = false;
    for (std::size_t i = 0; i < used_; ++i) {
        if (strands_[i]->waiting() != strand::waits_for::others) continue;
        strands_[i]->release();
        any = true;
    }
    return any;
}

/// Whether any strand can continue.
bool fiber_executor::release_waiting() {
    if (release_yielding()) return true;
    if (progress_.waiting_for_group < progress_.context->items) return release_sub_groups();
    progress_.waiting_for_group = 0;
    for (std::size_t i = 0; i < used_; ++i) strands_[i]->release();
    return true;
}

/// Whether all work-items of the sub-group wait for each other, in the same operation.
bool fiber_executor::is_complete(std::size_t sub_group) const {
    const std::size_t size = progress_.context->sub_group_size, items = progress_.context->items;
    const sub_group_wait& waits = sub_group_waits_[sub_group];
    return waits.lanes == std::min(size, items - sub_group * size) && !waits.mixed;
}

/// Releases the sub-groups that are complete.
bool fiber_executor::release_sub_groups() {
    bool any = false;
    for (std::size_t i = 0; i < used_; ++i) {
        strand& s = *strands_[i];
        if (s.waiting() != strand::waits_for::sub_group) continue;
        if (!is_complete(s.item().linear_id / progress_.context->sub_group_size)) continue;
        s.release();
        any = true;
    }
    for (std::size_t g = 0; any && g < sub_group_waits_.size(); ++g) {
        if (is_complete(g)) sub_group_waits_[g] = {};
    }
    return any;
}

void fiber_executor::resume_released() {
    for (std::size_t i = 0; i < used_ && !progress_.error; ++i) {
        if (strands_[i]->busy() && strands_[i]->waiting() == strand::waits_for::nothing) strands_[i]->resume();
    }
}

namespace {

struct leaked_strand {
    std::unique_ptr<strand> suspended;
    leaked_strand* next;
};

constinit std::atomic<leaked_strand*> all_leaked = nullptr;

/// Leaks a strand that cannot be unwound; nothing on its stack needs cleanup.
void leak(std::unique_ptr<strand> suspended) {
    auto* const one = new leaked_strand{std::move(suspended), all_leaked.load(std::memory_order_relaxed)};
    while (!all_leaked.compare_exchange_weak(one->next, one, std::memory_order_release, std::memory_order_relaxed)) {
    }
}

}  // namespace

/// Unwinds the suspended work-items.
void fiber_executor::abandon() {
    for (auto& s : strands_) {
        if (s->busy() && !progress_.context->unwinds) leak(std::move(s));
    }
    std::erase(strands_, nullptr);
    std::erase_if(strands_, [](const auto& s) { return s->busy(); });
}

/// Where the first of the sub-group's work-items waits for the others, or of any that wait where there are none.
std::string fiber_executor::waiting_place(std::optional<std::size_t> sub_group) {
    for (std::size_t i = 0; i < used_; ++i) {
        strand& s = *strands_[i];
        if (!s.busy()) continue;
        const bool is_it = s.waiting() == strand::waits_for::sub_group &&
                           s.item().linear_id / progress_.context->sub_group_size == sub_group;
        if (is_it || !sub_group) return s.waiting_place();
    }
    return "";
}

std::string fiber_executor::divergence_of_sub_group(std::size_t sub_group) const {
    const std::size_t size = progress_.context->sub_group_size, items = progress_.context->items;
    const sub_group_wait& waits = sub_group_waits_[sub_group];
    return "divergent sub-group operation: of the " + std::to_string(std::min(size, items - sub_group * size)) +
           " work-items of a sub-group " + std::to_string(waits.lanes) + " wait for it" +
           (waits.mixed ? ", not all in the same" : "; the others have finished or wait for the work-group") +
           "; every work-item of a sub-group must reach the same operations";
}

/// Of the first that wait.
std::string fiber_executor::divergence_of_members() const {
    const auto& waiting = progress_.waiting_for_members;
    const auto here = std::ranges::count_if(waiting, [&](const strand* s) { return s->is_with(*waiting.front()); });
    return "divergent operation of a part of a sub-group: of its " +
           std::to_string(std::popcount(waiting.front()->members())) + " work-items " + std::to_string(here) +
           " wait for it; the others have finished or wait elsewhere; every member must reach the same operations";
}

std::string fiber_executor::divergence_of_group() const {
    return "divergent barrier: of the " + std::to_string(progress_.context->items) + " work-items of a work-group " +
           std::to_string(progress_.waiting_for_group) + " wait for a barrier and " +
           std::to_string(progress_.finished) + " have finished; every work-item must reach the same barriers";
}

void fiber_executor::fail() {
    if (progress_.error) {
        const std::exception_ptr error = progress_.error;
        abandon();
        std::rethrow_exception(error);
    }
    const auto held_up = std::ranges::find_if(sub_group_waits_, [](const sub_group_wait& w) { return w.lanes != 0; });
    std::optional<std::size_t> sub_group;
    if (held_up != sub_group_waits_.end()) sub_group = held_up - sub_group_waits_.begin();
    const bool of_members = !progress_.waiting_for_members.empty();
    const std::string place =
        of_members ? progress_.waiting_for_members.front()->waiting_place() : waiting_place(sub_group);
    const std::string why = of_members  ? divergence_of_members()
                            : sub_group ? divergence_of_sub_group(*sub_group)
                                        : divergence_of_group();
    const std::string kernel = kernel_name(*progress_.context->kernel);
    abandon();
    throw exception(errc::kernel, "kernel " + kernel + ": " + why +
                                      (place.empty() ? " (compile with -g for the source line)" : " (" + place + ")"));
}

}  // namespace ndweave::detail
