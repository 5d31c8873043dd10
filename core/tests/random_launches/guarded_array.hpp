/// Words in a device's memory with others around them that nobody may change.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ndweave/ndweave.hpp"

namespace ndweave::testing {

class guarded_array {
public:
    /// Holds `content`, `shift` words behind the alignment that the device gives.
    guarded_array(queue& q, std::span<const std::uint32_t> content, unsigned shift);
    guarded_array(const guarded_array&) = delete;
    ~guarded_array() { free(memory_, queue_); }

    std::uint32_t* data() const { return memory_ + front_; }

    /// Throws std::logic_error where a word around it has changed; `name` is the array's.
    std::vector<std::uint32_t> read(const char* name) const;

private:
    queue& queue_;
    std::size_t size_, front_;
    std::uint32_t* memory_;
};

}  // namespace ndweave::testing
