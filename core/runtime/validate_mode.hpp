/// Validation: NDWEAVE_VALIDATE has the CPU run launches twice, as compiled and unoptimised, and compare.
#pragma once

namespace ndweave::detail {

/// The share of launches that NDWEAVE_VALIDATE asks for, 0 to 1; 0 where it is empty or not set. Throws errc::invalid
/// for another value, and where check mode is on too: a kernel that is checked is not the one that would be validated.
double validated_share();

}  // namespace ndweave::detail
