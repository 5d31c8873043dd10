/// The rate at which a device reads and writes memory that no cache holds.
#pragma once

#include <vector>

#include "app.hpp"

namespace ndweave::apps::peaks {

/// Two rows in GB/s: "read", the sum of an array, and "triad", a = b + s·c.
std::vector<result> measure_bandwidth(const context&);

}  // namespace ndweave::apps::peaks
