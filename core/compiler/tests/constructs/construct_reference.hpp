/// Operands for constructs, and what LLVM's folding of constants makes of them, which knows neither code generators nor
/// libraries: integers of any width, and floating point by integer arithmetic (APFloat).
#pragma once

#include <string>
#include <vector>

#include "construct.hpp"

namespace ndweave::compiler::testing {

using byte_vector = std::vector<unsigned char>;

/// `items` values of `type` as they lie in memory: ends of its range, small and large numbers, zeros, infinities, NaN,
/// denormal numbers, halves of units. Those of another `operand` come in another order.
byte_vector operand_values(const std::string& type, unsigned operand, unsigned items);

/// The first result that is not as it should be, with its operands; empty where all are. Undefined results, and those
/// that are not folded, pass.
std::string first_difference(const construct& c, const std::vector<byte_vector>& operands, const unsigned char* results,
                             unsigned items);

}  // namespace ndweave::compiler::testing
