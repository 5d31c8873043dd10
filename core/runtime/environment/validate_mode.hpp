/// Validation: with NDWEAVE_VALIDATE the CPU runs launches twice, compiled and unoptimised, and compares the results.
#pragma once

namespace ndweave::detail {

/// The share of launches that NDWEAVE_VALIDATE asks for, 0 to 1; 0 if it is empty or unset. Throws errc::invalid
/// for another value, and if check mode is also on: a checked kernel is not the one that would be validated.
double validated_share();

}  // namespace ndweave::detail
