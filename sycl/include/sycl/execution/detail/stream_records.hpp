/// How text gets from kernels to the host: as numbers and how to print them, which the host makes characters of.
#pragma once

#include <cstdint>

namespace sycl::detail {

enum class stream_kind : std::uint8_t {
    text = 1,  // `bytes` characters, the first one in the lowest byte
    boolean,
    signed_number,  // of `bytes` bytes, sign-extended
    unsigned_number,
    float_number,  // the bits
    double_number,
    pointer,
    place,        // a number of an id or range: `bytes` is its position, times 4 one less than the dimensions
    label,        // a stream_label
    manipulator,  // a stream_manipulator
    precision,
    width,
};

/// What stands between the numbers of composite operands.
enum class stream_label : std::uint8_t {
    comma,
    end,
    item,
    item_id,
    nd_range,
    local_range,
    offset,
    nd_item,
    local_id,
    group,
    global_range,
    group_range,
    h_item,
    logical_local,
    physical_local,
};

/// One operand, or a part of one.
struct alignas(16) stream_record {
    std::uint64_t what;  // bits 0 to 47: the work-item's number; 48 to 55: a stream_kind; 56 to 63: `bytes`
    std::uint64_t value;
};

/// In front of the records.
struct alignas(16) stream_head {
    std::uint32_t used;  // records, with those that there was no room for
};

}  // namespace sycl::detail
