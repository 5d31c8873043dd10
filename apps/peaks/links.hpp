/// How fast a device exchanges memory with the host and with the machine's other devices.
#pragma once

#include <vector>

#include "app.hpp"
#include "transfer.hpp"

namespace ndweave::apps::peaks {

/// queue::memcpy.
event plain_copy(queue&, void* to, const void* from, std::size_t bytes);

/// Rows of the links of the run's device (README.md): bandwidths in GB/s, latencies in s. Notes name both ends, `from`
/// and `to`, and what of the `link` was measured: "bandwidth", "both ways" or "latency". A link whose copies end in an
/// error gives a failed row that says so; the null device has none.
std::vector<result> measure_links(const context&, copy_function copy = plain_copy);

/// "empty_launch": seconds from the submission of a kernel of one work-item to its end.
result measure_launch(const context&);

}  // namespace ndweave::apps::peaks
