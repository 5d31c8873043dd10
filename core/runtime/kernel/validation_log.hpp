/// The runtime's side of ndweave/reports/validation_log.hpp.
#pragma once

#include "ndweave/detail/kernel.hpp"
#include "ndweave/reports/validation_log.hpp"

namespace ndweave::detail {

/// Reports to the log, and appends a line "outcome<tab>kernel<tab>text" to the file that NDWEAVE_VALIDATE_LOG names.
/// Throws errc::runtime if the file cannot be written.
void log_validation(const kernel_record& kernel, validation_outcome outcome, const std::string& text);

}  // namespace ndweave::detail
