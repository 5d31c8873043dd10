/// What became of the variables of the environment, for people who ask why one has no effect.
#pragma once

#include <string>
#include <vector>

#include "ndweave/export.hpp"

namespace ndweave {

/// A variable that is set and whose name begins with NDWEAVE_.
struct variable_report {
    std::string name;     // "NDWEAVE_CACHE_DIR"
    std::string value;    // may be empty, which is as if it were not set
    bool known;           // the library reads it (docs/configuration.md)
    std::string problem;  // why it is not honoured, and what to do; empty where it is
};

/// Tells of each variable that is set, by name. What a value names is tried as a launch would: the default device is
/// opened, folders and the log are made, and the kernel compiler is loaded where it reads the variable.
NDWEAVE_EXPORT std::vector<variable_report> variable_reports();

/// The names of all variables that the library reads.
NDWEAVE_EXPORT std::vector<std::string> variable_names();

}  // namespace ndweave
