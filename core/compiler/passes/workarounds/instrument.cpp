#include "compiler/passes/workarounds/instrument.hpp"

#include "compiler/passes/workarounds/forget_bit_count_ranges.hpp"

namespace ndweave::compiler {

between_passes::between_passes() { forget_bit_count_ranges(*this); }

}  // namespace ndweave::compiler
