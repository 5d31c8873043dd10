/// One command group on its way to a queue.
#pragma once

#include <cstddef>
#include <memory>

#include "ndweave/function_ref.hpp"
#include "runtime/kept_action.hpp"
#include "runtime/queue_state.hpp"

namespace ndweave::detail {

class submission {
public:
    /// `kept` takes the action until the group has ended; null: the group ends with its action, which is submitted as
    /// it comes.
    submission(queue_state& to, kept_action* kept) : queue_(to), kept_(kept) {}
    ~submission() {
        if (scratch_) queue_.scratch().give_back(std::move(scratch_));
    }
    submission(const submission&) = delete;
    submission& operator=(const submission&) = delete;

    /// Runs the group and submits its action. Where either throws, the group's scratch memory is zero again.
    [[gnu::always_inline]] void run(function_ref<void(handler&)> group) {  // what every launch goes through
        try {
            handler h(*this);
            group(h);
            if (kept_) kept_->submit(queue_);
        } catch (...) {
            clear_scratch();
            throw;
        }
    }

    // What the group's handler asks. An action is submitted, or kept until the group has ended.
    void launch(detail::launch&& l) { kept_ ? kept_->keep(std::move(l)) : queue_.impl().launch(l); }
    void copy(void* to, const void* from, std::size_t bytes);
    void fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count);
    void submit(std::shared_ptr<executable_graph>);
    /// For the group's one action.
    void* scratch(std::size_t bytes);

    queue_state& queue() const { return queue_; }

private:
    void clear_scratch() noexcept;

    queue_state& queue_;
    kept_action* const kept_;
    scratch_pool::lease scratch_;
};

}  // namespace ndweave::detail
