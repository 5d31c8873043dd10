/// A device allocation that frees itself, with the copies that apps need.
#pragma once

#include <ndweave/usm.hpp>
#include <utility>
#include <vector>

namespace ndweave::apps {

template <class T>
class device_array {
public:
    device_array(queue& q, std::size_t count) : queue_(&q), count_(count), data_(malloc_device<T>(count, q)) {}
    device_array(queue& q, const std::vector<T>& host) : device_array(q, host.size()) { assign(host); }
    device_array(device_array&& other) noexcept
        : queue_(other.queue_), count_(other.count_), data_(std::exchange(other.data_, nullptr)) {}
    device_array& operator=(device_array&& other) noexcept {
        std::swap(queue_, other.queue_);
        std::swap(count_, other.count_);
        std::swap(data_, other.data_);
        return *this;
    }
    ~device_array() {
        if (data_) free(data_, *queue_);
    }

    T* get() const { return data_; }
    std::size_t size() const { return count_; }

    /// Both wait for the copy. `host` has size() elements.
    void assign(const std::vector<T>& host) { queue_->copy(host.data(), data_, count_).wait(); }
    std::vector<T> to_host() const {
        std::vector<T> host(count_);
        queue_->copy(static_cast<const T*>(data_), host.data(), count_).wait();
        return host;
    }

private:
    queue* queue_;
    std::size_t count_;
    T* data_;
};

}  // namespace ndweave::apps
