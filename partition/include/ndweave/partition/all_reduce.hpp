/// Values in device memory, combined over all ranks.
#pragma once

#include <ndweave/ndweave.hpp>

#include "ndweave/partition/communicator.hpp"

namespace ndweave::partition {

/// Combines values of a queue's device, in order with its commands. T: double or std::uint64_t. Both must outlive it.
template <class T>
class device_reduction {
public:
    /// For up to `most` values at a time.
    device_reduction(queue& q, communicator& world, std::size_t most)
        : queue_(&q), world_(&world), on_host_(q.get_device().backend_name() == "cpu") {
        if (!on_host_ && world.size() > 1) host_ = malloc_host<T>(most, q);
    }
    device_reduction(const device_reduction&) = delete;
    device_reduction& operator=(const device_reduction&) = delete;
    ~device_reduction() {
        if (!host_) return;
        queue_->wait();
        free(host_, *queue_);
    }

    /// After what the queue was given; what it is given next finds the combined values at `values`. Waits where the
    /// communicator belongs to one thread.
    void submit(T* values, std::size_t count, combine how) {
        if (world_->size() == 1) return;
        if (on_host_) {
            queue_->submit([&](handler& h) {
                h.host_task([=, world = world_] { world->all_reduce(std::span<T>(values, count), how); });
            });
            return;
        }
        const event copied = queue_->copy(static_cast<const T*>(values), host_, count);
        const auto reduce = [count, how, world = world_, host = host_] {
            world->all_reduce(std::span<T>(host, count), how);
        };
        if (world_->any_thread()) {
            queue_->submit([&](handler& h) { h.host_task(reduce); });
        } else {
            event(copied).wait();
            reduce();
        }
        queue_->copy(static_cast<const T*>(host_), values, count);
    }

private:
    queue* queue_;
    communicator* world_;
    bool on_host_;
    T* host_ = nullptr;
};

}  // namespace ndweave::partition
