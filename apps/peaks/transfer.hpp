/// A copy over a link that can be repeated, and the comparison of what arrived with what was sent.
#pragma once

#include <cstdint>

#include "link_end.hpp"

namespace ndweave::apps::peaks {

/// What copies: queue::memcpy, or a test's copy that errs.
using copy_function = event (*)(queue&, void* to, const void* from, std::size_t bytes);

class transfer {
public:
    /// The queue's device copies; it is one of the ends, or its host's memory is.
    transfer(queue& by, const link_end& from, const link_end& to, std::size_t bytes, copy_function copy);

    event submit() { return copy_(by_, to_.get(), from_.get(), bytes_); }
    /// New bytes at the source, and at the target bytes that differ from them in every place.
    void refresh();
    /// How many bytes of the target are not the source's, and how many behind the copy's end were written.
    double wrong_bytes() const;

private:
    queue by_;
    end_memory from_, to_;
    std::size_t bytes_;
    copy_function copy_;
    std::uint64_t seed_ = 0;
};

}  // namespace ndweave::apps::peaks
