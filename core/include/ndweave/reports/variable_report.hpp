/// Diagnostics of environment variables: why one has no effect.
#pragma once

#include <string>
#include <vector>

#include "ndweave/detail/export.hpp"

namespace ndweave {

/// A variable that is set and whose name begins with NDWEAVE_.
struct variable_report {
    std::string name;     // "NDWEAVE_CACHE_DIR"
    std::string value;    // an empty value counts as unset
    bool known;           // the library reads it (docs/configuration.md)
    std::string problem;  // why it has no effect, and what to do; empty if it has
};

/// Reports each variable that is set, sorted by name. Values are tried as a launch would use them: this opens the
/// default device, creates folders and the log, and loads the kernel compiler if it reads the variable.
NDWEAVE_EXPORT std::vector<variable_report> variable_reports();

/// The names of all variables of the library.
NDWEAVE_EXPORT std::vector<std::string> variable_names();

}  // namespace ndweave
