/// Code that this process can run.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "code/code_image.hpp"

namespace ndweave::code {

/// In memory of its own as long as this lives: what is run can be read, nothing of it written.
class loaded_image {
public:
    /// `find` gives addresses of imports. Throws std::runtime_error: what is missing, or why there is no memory.
    loaded_image(const code_image&, const std::function<void*(std::string_view)>& find);
    ~loaded_image();
    loaded_image(const loaded_image&) = delete;
    loaded_image& operator=(const loaded_image&) = delete;

    void* entry() const { return entry_; }

private:
    void bind(const code_image&, const std::function<void*(std::string_view)>& find);

    std::byte* memory_;
    const std::size_t size_;  // whole pages
    void* entry_;
};

}  // namespace ndweave::code
