/// Values in device memory, combined over all ranks.
#pragma once

#include <ndweave/ndweave.hpp>
#include <vector>

#include "ndweave/partition/window.hpp"

namespace ndweave::partition {

/// Combines values of a queue's device, in order with its commands. T: double or std::uint64_t. Where all ranks reach
/// each other's memory (window.hpp) a kernel does it, else the communicator. Queue and communicator must outlive it.
template <class T>
class device_reduction {
public:
    /// Collective. For up to `most` values at a time.
    device_reduction(queue& q, communicator& world, std::size_t most)
        : queue_(&q),
          world_(&world),
          on_host_(q.get_device().backend_name() == "cpu"),
          most_(most),
          window_(q, world, (2 * most * sizeof(T) + sizeof(detail::flag)) * static_cast<std::size_t>(world.size())) {
        if (window_.reaches_all() && static_cast<std::size_t>(world.size()) <= most_ranks) {
            std::vector<std::byte*> windows;
            for (int r = 0; r < world.size(); ++r) windows.push_back(r == world.rank() ? window_.own() : window_.of(r));
            windows_ = malloc_device<std::byte*>(windows.size(), q);
            q.copy(windows.data(), windows_, windows.size()).wait();
        } else if (!on_host_ && world.size() > 1) {
            host_ = malloc_host<T>(most, q);
        }
    }
    device_reduction(const device_reduction&) = delete;
    device_reduction& operator=(const device_reduction&) = delete;
    /// Collective.
    ~device_reduction() {
        if (!host_ && !windows_) return;
        detail::drain(*queue_);
        if (host_) free(host_, *queue_);
        if (windows_) free(windows_, *queue_);
    }

    /// After what the queue was given; what it is given next finds the combined values at `values`. Waits where the
    /// communicator belongs to one thread.
    void submit(T* values, std::size_t count, combine how) {
        if (world_->size() == 1) return;
        world_->count({.reductions = 1});
        if (on_host_) {
            queue_->submit([&](handler& h) {
                h.host_task([=, world = world_] { world->all_reduce(std::span<T>(values, count), how); });
            });
        } else if (windows_) {
            by_windows(values, count, how);
        } else {
            by_messages(values, count, how);
        }
    }

private:
    static constexpr std::size_t most_ranks = 64;  // of a machine; a work-group has a work-item for each

    void by_messages(T* values, std::size_t count, combine how) {
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

    /// Each rank writes its values into all windows, then raises its flag there. Two sets, as in exchange_memory.
    void by_windows(T* values, std::size_t count, combine how) {
        const auto ranks = static_cast<std::size_t>(world_->size()), me = static_cast<std::size_t>(world_->rank());
        const detail::flag turn = ++turns_;
        const std::size_t most = most_, set = turn % 2 * ranks * most, flags = 2 * ranks * most * sizeof(T);
        std::byte* const* windows = windows_;
        queue_->parallel_for<class all_reduce_name>(nd_range<1>(range<1>(ranks), range<1>(ranks)), [=](nd_item<1> it) {
            const std::size_t r = it.get_local_id(0);
            const auto slot_in = [=](std::size_t window, std::size_t rank, std::size_t i) -> T& {
                return reinterpret_cast<T*>(windows[window])[set + rank * most + i];
            };
            const auto flag_in = [=](std::size_t window, std::size_t rank) {
                return reinterpret_cast<detail::flag*>(windows[window] + flags) + rank;
            };
            for (std::size_t i = 0; i < count; ++i) shared(slot_in(r, me, i)).store(values[i]);
            detail::raise(flag_in(r, me), turn);
            detail::wait_until(flag_in(me, r), turn);
            group_barrier(it.get_group());
            for (std::size_t i = r; i < count; i += ranks) {
                T total = shared(slot_in(me, 0, i)).load();
                for (std::size_t other = 1; other < ranks; ++other) {
                    const T next = shared(slot_in(me, other, i)).load();
                    total = how == combine::sum       ? total + next
                            : how == combine::minimum ? (next < total ? next : total)
                                                      : (next > total ? next : total);
                }
                values[i] = total;
            }
        });
    }
    static atomic_ref<T, memory_order::relaxed, memory_scope::system> shared(T& value) {
        return atomic_ref<T, memory_order::relaxed, memory_scope::system>(value);
    }

    queue* queue_;
    communicator* world_;
    bool on_host_;
    std::size_t most_;
    window window_;
    std::byte** windows_ = nullptr;  // on the device: each rank's
    T* host_ = nullptr;
    detail::flag turns_ = 0;
};

}  // namespace ndweave::partition
