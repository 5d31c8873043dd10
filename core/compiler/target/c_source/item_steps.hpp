/// By how much a value grows from one work-item to the next.
#pragma once

#include <cstdint>

namespace llvm {
class Value;
}

namespace ndweave::compiler::c_source_detail {

/// By how much the integer grows from one work-item to the next along `axis`, before it wraps around; 0 where it does
/// not, or not in equal steps; 2 where the step is a factor that is not known.
std::int64_t step_of(const llvm::Value& v, unsigned axis);

}  // namespace ndweave::compiler::c_source_detail
