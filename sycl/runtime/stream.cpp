#include "sycl/execution/stream.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "ndweave/queue.hpp"
#include "ndweave/usm.hpp"
#include "sycl/runtime/service_queue.hpp"
#include "sycl/runtime/stream_text.hpp"

namespace sycl {
namespace detail {
namespace {

/// Each operand is one record, a text of eight characters too: most of them print a character at least, so that there
/// is room for as many manipulators as characters.
std::uint32_t records_for(std::size_t characters) {
    constexpr std::size_t spare = 64, most = std::size_t{1} << 26;
    return static_cast<std::uint32_t>(2 * std::min(characters, most / 2 - spare) + spare);
}

/// The memory of one launch's stream.
class stream_memory {
public:
    stream_memory(ndweave::queue& q, std::size_t size, std::size_t work_item_size)
        : device_(q.get_device()), size_(size), work_item_size_(work_item_size), capacity_(records_for(size)) {
        constexpr std::size_t alignment = 64;
        head_ = static_cast<stream_head*>(ndweave::malloc_device(
            sizeof(stream_head) + capacity_ * sizeof(stream_record), service_queue(device_), alignment));
        if (is_reached()) {
            head_->used = 0;
        } else {
            cleared_ = q.memset(head_, 0, sizeof(stream_head));
        }
    }
    ~stream_memory() {
        try {
            cleared_.wait();
        } catch (...) {  // it is, where the host task that printed asks
        }
        try {
            ndweave::free(head_, service_queue(device_));
        } catch (...) {  // the driver fails to free it
        }
    }
    stream_memory(const stream_memory&) = delete;
    stream_memory& operator=(const stream_memory&) = delete;

    stream_head* head() const { return head_; }
    std::uint32_t capacity() const { return capacity_; }

    /// Behind the kernel, on a thread of the host.
    void print() const {
        const std::string text = stream_text(records(), size_, work_item_size_);
        std::fwrite(text.data(), 1, text.size(), stdout);
    }

private:
    /// Whether the host reaches the device's memory.
    bool is_reached() const { return device_.get_backend() == ndweave::backend::cpu; }

    std::vector<stream_record> records() const {
        stream_head head{};
        if (is_reached()) {
            head = *head_;
        } else {
            copy(&head, head_, sizeof head);
        }
        std::vector<stream_record> all(std::min(head.used, capacity_));
        const std::size_t bytes = all.size() * sizeof(stream_record);
        if (bytes == 0) return all;
        if (is_reached()) {
            std::memcpy(all.data(), head_ + 1, bytes);
        } else {
            copy(all.data(), head_ + 1, bytes);
        }
        return all;
    }

    /// By a queue of its own: another one might wait for the command that this is part of.
    void copy(void* to, const void* from, std::size_t bytes) const {
        ndweave::queue(device_).memcpy(to, from, bytes).wait();
    }

    const ndweave::device device_;
    const std::size_t size_, work_item_size_;
    const std::uint32_t capacity_;
    stream_head* head_;
    ndweave::event cleared_;
};

}  // namespace
}  // namespace detail

stream::stream(std::size_t totalBufferSize, std::size_t workItemBufferSize, handler& cgh, const property_list&)
    : size_(totalBufferSize), work_item_size_(workItemBufferSize) {
    detail::command_group& group = detail::handler_parts::group(cgh);
    if (group.queue().ext_oneapi_get_state() == ndweave::queue_state::recording)
        throw ndweave::exception(ndweave::errc::feature_not_supported,
                                 "a graph cannot hold a kernel with a sycl::stream, whose text the host prints: submit "
                                 "the kernel before or after the graph, or print with printf");
    const auto memory = std::make_shared<detail::stream_memory>(group.queue(), size_, work_item_size_);
    head_ = memory->head();
    capacity_ = memory->capacity();
    ndweave::detail::handler_access::number_items(cgh);
    group.note_stream();
    group.act([memory](ndweave::queue& q) {
        try {
            q.submit([&](ndweave::handler& h) { h.host_task([memory] { memory->print(); }); });
        } catch (...) {
            q.wait();  // the kernel uses the memory
            throw;
        }
    });
}

}  // namespace sycl
