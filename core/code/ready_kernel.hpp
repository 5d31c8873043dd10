/// A compiled kernel that launches can use.
#pragma once

#include <memory>

#include "code/artifact.hpp"
#include "code/loaded_image.hpp"
#include "compiler/abi.h"

namespace ndweave::code {

class ready_kernel {
public:
    /// Loads code for the host, linked to the functions of the request and libraries. Throws std::runtime_error where
    /// it is damaged or calls what is not there.
    ready_kernel(entry made, const ndw_compile_request& request);
    ready_kernel(const ready_kernel&) = delete;
    ready_kernel& operator=(const ready_kernel&) = delete;

    const entry& content() const { return content_; }
    /// Its pointers go into this object.
    const ndw_compiled_kernel& view() const { return view_; }
    /// Where it comes from, and how long that took.
    void note_origin(bool from_disk, double milliseconds);

private:
    void load(const ndw_compile_request&);
    void fill_view();

    const entry content_;
    std::unique_ptr<const loaded_image> code_;  // of the host
    ndw_compiled_kernel view_{};
};

}  // namespace ndweave::code
