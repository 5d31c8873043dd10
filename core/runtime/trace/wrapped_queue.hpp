/// A queue that hands everything to another one: what watches a queue overrides what it watches.
#pragma once

#include <memory>
#include <utility>

#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

class wrapped_queue : public queue_impl {
public:
    explicit wrapped_queue(std::unique_ptr<queue_impl> inner) : inner_(std::move(inner)) {}

    bool synchronous() const override { return inner_->synchronous(); }
    bool checks() const override { return inner_->checks(); }
    void prepare(const detail::launch& l) override { inner_->prepare(l); }
    void launch(const detail::launch& l) override { inner_->launch(l); }
    void copy(void* to, const void* from, std::size_t bytes) override { inner_->copy(to, from, bytes); }
    void fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) override {
        inner_->fill(to, pattern, pattern_bytes, count);
    }
    void prefetch(const void* memory, std::size_t bytes) override { inner_->prefetch(memory, bytes); }
    void advise(const void* memory, std::size_t bytes, int advice) override { inner_->advise(memory, bytes, advice); }
    std::optional<void*> native() override { return inner_->native(); }
    void wait() override { inner_->wait(); }
    bool is_over() const override { return inner_->is_over(); }
    std::shared_ptr<event_impl> record() override { return inner_->record(); }
    std::shared_ptr<event_impl> record_blocking() override { return inner_->record_blocking(); }
    void wait_for(const std::shared_ptr<event_impl>& event) override { inner_->wait_for(event); }
    bool can_wait_for(const queue_impl& other) const override { return inner_->can_wait_for(other.device_queue()); }
    void adopt_thread() override { inner_->adopt_thread(); }
    void run_graph(function_ref<void(queue_impl&)> function) override { inner_->run_graph(function); }
    const queue_impl& device_queue() const override { return inner_->device_queue(); }

    queue_impl& inner() const { return *inner_; }

private:
    const std::unique_ptr<queue_impl> inner_;
};

}  // namespace ndweave::detail
