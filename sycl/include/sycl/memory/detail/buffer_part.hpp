/// What accessors take of a buffer.
#pragma once

#include <cstddef>
#include <string>

#include "ndweave/exception.hpp"
#include "sycl/execution/property_list.hpp"
#include "sycl/memory/access_mode.hpp"
#include "sycl/memory/detail/buffer_storage.hpp"
#include "sycl/memory/detail/elements.hpp"

namespace sycl::detail {

/// A part of a buffer and how it is accessed.
template <int D>
struct buffer_part {
    buffer_storage* storage;
    std::size_t first_byte;  // of the buffer in its storage
    element_shape<D> shape;
    ndweave::id<D> offset;
    bool is_all;  // of the storage

    /// Bytes from the start of the storage to the first element of the part.
    std::size_t start(std::size_t element_bytes) const {
        std::size_t at = offset[0];
        for (int d = 1; d < D; ++d) at = at * shape.row[d] + offset[d];
        return first_byte + at * element_bytes;
    }
    /// Throws errc::invalid if it reads what it discards.
    buffer_use use(access_mode mode, bool discards) const {
        if (discards && mode == access_mode::read)
            throw ndweave::exception(ndweave::errc::invalid,
                                     "an accessor that reads, with no_init: what it reads was written before");
        return {mode_writes(mode), !(discards || mode_discards(mode)) || !is_all};
    }
};

/// Throws errc::invalid if the part does not lie within the buffer.
template <int D>
buffer_part<D> part_of(buffer_storage& storage, std::size_t first_byte, std::size_t element_bytes,
                       const ndweave::range<D>& whole, const ndweave::range<D>& extent, const ndweave::id<D>& offset) {
    buffer_part<D> p{&storage, first_byte, {}, offset, true};
    for (int d = 0; d < D; ++d) {
        if (offset[d] > whole[d] || extent[d] > whole[d] - offset[d])
            throw ndweave::exception(ndweave::errc::invalid, "an accessor of " + std::to_string(extent[d]) +
                                                                 " elements from " + std::to_string(offset[d]) +
                                                                 " in dimension " + std::to_string(d) +
                                                                 " of a buffer that has " + std::to_string(whole[d]));
        p.shape.extent[d] = extent[d];
        p.shape.row[d] = whole[d];
        p.is_all = p.is_all && extent[d] == whole[d];
    }
    p.is_all = p.is_all && whole.size() * element_bytes == storage.bytes();
    return p;
}

inline bool discards(const property_list& properties) { return properties.has_property<property::no_init>(); }

}  // namespace sycl::detail
