#include "cpu/library_mode/strand.hpp"

#include <algorithm>
#include <bit>
#include <boost/context/protected_fixedsize_stack.hpp>
#include <memory>
#include <utility>

#include "cpu/tuning.hpp"
#include "runtime/kernel/source_place.hpp"

namespace ndweave::detail {
namespace {

/// Stacks with a guard page below, which turns an overflow into a fault, that start at different cache lines of their
/// pages, so that those of a group do not compete for a few cache sets.
class staggered_stack {
public:
    explicit staggered_stack(std::size_t number)
        : offset_(number % tuning::fiber_stagger_steps * tuning::fiber_stagger_bytes) {}

    boost::context::stack_context allocate() {
        boost::context::stack_context stack = pages_.allocate();
        stack.sp = static_cast<char*>(stack.sp) - offset_;
        stack.size -= offset_;
        return stack;
    }
    void deallocate(boost::context::stack_context& stack) {
        stack.sp = static_cast<char*>(stack.sp) + offset_;
        stack.size += offset_;
        pages_.deallocate(stack);
    }

private:
    std::size_t offset_;
    boost::context::protected_fixedsize_stack pages_{tuning::fiber_stack_bytes};
};

}  // namespace

strand::strand(group_progress& group, std::size_t number)
    : group_(group), fiber_(std::allocator_arg, staggered_stack(number), [this](boost::context::fiber&& executor) {
          executor_ = std::move(executor);
          for (;;) {
              run_items();
              executor_ = std::move(executor_).resume();
          }
          return std::move(executor_);
      }) {}

void strand::resume() {
    current_work_item = &item_;
    fiber_ = std::move(fiber_).resume();
    current_work_item = nullptr;
}

void strand::run_items() {
    const group_context& group = *group_.context;
    item_.group = &group;
    item_.fiber = this;
    try {
        while (group_.next_item < group.items) {
            shuffles_ = 0;
            const std::uint32_t n = group_.next_item++;
            place_work_item(item_, group.descending ? group.items - 1 - n : n);
            group.run_item(item_);
            ++group_.finished;
        }
    } catch (const boost::context::detail::forced_unwind&) {
        throw;
    } catch (...) {
        group_.error = std::current_exception();
        group_.next_item = group.items;
    }
}

void strand::wait(waits_for what) {
    waiting_ = what;
    if (what == waits_for::group) ++group_.waiting_for_group;
    busy_ = true;
    executor_ = std::move(executor_).resume();
    while (asked_for_place_) {
        place_ = place_of_caller();
        asked_for_place_ = false;
        executor_ = std::move(executor_).resume();
    }
    busy_ = false;
}

void strand::wait_for_sub_group(sub_group_operation operation) {
    sub_group_wait& mine = group_.waiting_for_sub_group[item_.linear_id / item_.group->sub_group_size];
    if (mine.lanes++ == 0) mine.operation = operation;
    if (mine.operation != operation) mine.mixed = true;
    wait(waits_for::sub_group);
}

void strand::abort_group(const std::exception_ptr& error) {
    group_.error = error;
    group_.next_item = group_.context->items;
    wait(waits_for::others);
}

std::string strand::waiting_place() {
    asked_for_place_ = true;
    fiber_ = std::move(fiber_).resume();
    return place_;
}

std::uint64_t strand::exchange(std::uint64_t value, std::uint32_t lane, sub_group_operation operation) {
    // A lane may be one shuffle ahead of the others, never two: two buffers are enough.
    std::uint64_t* const values = group_.exchange[shuffles_++ % 2];
    values[item_.linear_id] = value;
    wait_for_sub_group(operation);
    const std::uint32_t size = item_.group->sub_group_size;
    const std::uint32_t source = item_.linear_id / size * size + lane % size;
    return source < item_.group->items ? values[source] : value;
}

std::uint64_t strand::exchange_among(std::uint64_t members, std::uint64_t value, std::uint32_t lane) {
    offer_ = {members, value, lane, value, 0};
    std::vector<strand*>& waiting = group_.waiting_for_members;
    const auto here = std::ranges::count_if(waiting, [&](const strand* s) { return is_with(*s); });
    if (here + 1 < std::popcount(members)) {
        waiting.push_back(this);
        wait(waits_for::members);
    } else {
        meet_members();
    }
    return offer_.result;
}

std::uint64_t strand::ballot_among(std::uint64_t members, std::uint32_t value) {
    exchange_among(members, value, lane());
    return offer_.votes;
}

bool strand::is_with(const strand& other) const {
    const std::uint32_t size = item_.group->sub_group_size;
    return item_.linear_id / size == other.item_.linear_id / size && offer_.members == other.offer_.members;
}

/// The last one to come gives all their results, before any goes on to the next operation.
void strand::meet_members() {
    std::vector<strand*>& waiting = group_.waiting_for_members;
    const auto others = std::ranges::partition(waiting, [&](const strand* s) { return !is_with(*s); });
    std::vector<strand*> all(others.begin(), others.end());
    waiting.erase(others.begin(), others.end());
    for (strand* s : all) s->waiting_ = waits_for::others;
    all.push_back(this);
    std::uint64_t votes = 0;
    for (const strand* s : all) votes |= std::uint64_t{s->offer_.value != 0} << s->lane();
    for (strand* s : all) {
        s->offer_.votes = votes;
        const auto asked = std::ranges::find_if(
            all, [&](const strand* other) { return other->lane() == s->offer_.lane % item_.group->sub_group_size; });
        if (asked != all.end()) s->offer_.result = (*asked)->offer_.value;
    }
}

}  // namespace ndweave::detail
