/// A queue whose commands go through a submission thread.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "runtime/device/device_impl.hpp"
#include "runtime/queue/pending/submission_thread.hpp"

namespace ndweave::detail {

class threaded_queue final : public queue_impl {
public:
    /// `profiling`: events have times.
    threaded_queue(std::shared_ptr<queue_impl> target, bool profiling, std::shared_ptr<void> keep)
        : thread_(std::make_shared<submission_thread>(std::move(target), std::move(keep))), profiling_(profiling) {}
    ~threaded_queue() override { thread_->finish(); }

    bool checks() const override { return thread_->target()->checks(); }
    bool is_over() const override { return thread_->target()->is_over(); }
    bool can_wait_for(const queue_impl& other) const override { return thread_->target()->can_wait_for(other); }

    void launch(const detail::launch& l) override {
        thread_->append([&](command_queue& commands) { commands.add_launch(l); });
    }
    void copy(void* to, const void* from, std::size_t bytes) override;
    void fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) override;
    void prefetch(const void* memory, std::size_t bytes) override;
    void advise(const void* memory, std::size_t bytes, int advice) override;
    void wait() override;
    std::shared_ptr<event_impl> record() override;
    void wait_for(const std::shared_ptr<event_impl>&) override;
    /// Calls `function` with the device's queue when it is its turn; `what` describes it in errors.
    void call(std::function<void(queue_impl&)> function, std::string what) {
        thread_->append([&](command_queue& commands) { commands.add_call(std::move(function), std::move(what)); });
    }

    const std::shared_ptr<submission_thread>& thread() const { return thread_; }

private:
    const std::shared_ptr<submission_thread> thread_;
    const bool profiling_;
};

}  // namespace ndweave::detail
