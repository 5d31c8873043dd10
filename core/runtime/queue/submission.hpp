/// One command group on its way to a queue.
#pragma once

#include <cstddef>
#include <memory>

#include "ndweave/detail/function_ref.hpp"
#include "runtime/queue/deferred_action.hpp"
#include "runtime/queue/queue_core.hpp"

namespace ndweave::detail {

class submission {
public:
    /// `deferred` stores the action until the group has ended; null: the group ends with its action, which is submitted
    /// at once.
    submission(queue_core& to, deferred_action* deferred) : queue_(to), deferred_(deferred) {}
    ~submission() {
        if (scratch_) queue_.scratch().give_back(std::move(scratch_));
    }
    submission(const submission&) = delete;
    submission& operator=(const submission&) = delete;

    /// Runs the group and submits its action. If either throws, the group's scratch memory is zeroed again.
    [[gnu::always_inline]] void run(function_ref<void(handler&)> group) {  // on the path of every launch
        try {
            handler h(*this);
            group(h);
            if (deferred_) deferred_->submit(queue_);
        } catch (...) {
            clear_scratch();
            throw;
        }
    }

    // Requests of the group's handler. An action is submitted, or deferred to the end of the group.
    void launch(detail::launch&& l) { deferred_ ? deferred_->store(std::move(l)) : queue_.impl().launch(l); }
    void copy(void* to, const void* from, std::size_t bytes);
    void fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count);
    void hint(const recorded_hint&);
    void submit(std::shared_ptr<executable_graph>);
    void run_on_host(std::function<void(queue_core&)>);
    /// For the group's one action.
    void* scratch(std::size_t bytes);

    queue_core& queue() const { return queue_; }

private:
    void clear_scratch() noexcept;

    queue_core& queue_;
    deferred_action* const deferred_;
    scratch_pool::lease scratch_;
};

}  // namespace ndweave::detail
