/// The text of a kernel's stream, from the records that its work-items left.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sycl/execution/detail/stream_records.hpp"

namespace sycl::detail {

/// What is printed, in the order of the flushes; in each work-item's text everything beyond `work_item_size` characters
/// between two flushes is left out, and at the end what is beyond `size`.
std::string stream_text(const std::vector<stream_record>& records, std::size_t size, std::size_t work_item_size);

}  // namespace sycl::detail
