/// Counts the floating-point operations that kernels on the CPU execute, work-item by work-item.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace ndweave::apps::testing {

/// By the rules of declared_work.hpp; signs, comparisons, minima, rounding to whole numbers and conversions count none.
struct operation_count {
    std::uint64_t work_items = 0, operations = 0;
};

/// From the first call on, every kernel that this process compiles for the CPU counts. `compiler_library`: the path of
/// libndweave-compiler.so that the runtime uses. NDWEAVE_CACHE_DIR must keep nothing on disk: compiled kernels hold
/// addresses of this process. Throws std::runtime_error where there is no kernel compiler.
void count_operations(const std::string& compiler_library);

/// Counts since the last call, by kernel as its author knows it (the demangled functor type).
std::map<std::string, operation_count> take_counts();

}  // namespace ndweave::apps::testing
