/// Memory at one end of a link, written and read by the host.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <ndweave/queue.hpp>
#include <string>
#include <vector>

namespace ndweave::apps::peaks {

/// What a link's end is: a device's own memory, or the host's, which malloc_host gives so that the device's driver can
/// move it without the processor (pinned), or which any program has (pageable).
struct link_end {
    enum class kind { device, pinned, pageable };

    kind of;
    queue* owner;  // of the device; pinned: whose malloc_host; unused by pageable memory

    /// "cuda:1", "host", "pageable host".
    std::string name() const;
};

/// Memory of a link's end.
class end_memory {
public:
    /// Throws errc::memory_allocation where there is not as much.
    end_memory(const link_end&, std::size_t bytes);

    std::byte* get() const { return data_.get(); }
    /// Both wait for the copy of all bytes.
    void write(const std::vector<std::byte>&);
    std::vector<std::byte> read() const;

private:
    link_end end_;
    std::size_t bytes_;
    std::unique_ptr<std::byte[], std::function<void(std::byte*)>> data_;
};

}  // namespace ndweave::apps::peaks
