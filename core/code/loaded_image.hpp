/// Code that this process can run.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "code/code_image.hpp"

namespace ndweave::code {

/// In memory of its own as long as this lives: what is run can be read, nothing of it written. Where perf knows code by
/// its addresses, other code never gets them.
class loaded_image {
public:
    /// `find` gives addresses of imports. Throws std::runtime_error: what is missing, or why there is no memory.
    loaded_image(const code_image&, const std::function<void*(std::string_view)>& find);
    ~loaded_image();
    loaded_image(const loaded_image&) = delete;
    loaded_image& operator=(const loaded_image&) = delete;

    void* entry() const { return entry_; }
    /// What is run and read, not what is written.
    std::span<const std::byte> code() const { return {memory_, code_bytes_}; }

private:
    void bind(const code_image&, const std::function<void*(std::string_view)>& find);

    std::byte* memory_;
    const std::size_t size_;  // whole pages
    const std::size_t code_bytes_;
    void* entry_;
};

}  // namespace ndweave::code
